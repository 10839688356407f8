#!/usr/bin/env bash
# The check of the GitHub action: annotations on standard output, SARIF and patch as files, a summary for the job.
# Reads INPUT_PATHS (one a line), INPUT_SINCE, INPUT_FAIL_ON, INPUT_APPLY; the exit code of the check is an output, so
# that later steps run whatever was found.
set -euo pipefail

sarif="$RUNNER_TEMP/prosefix.sarif"
patch="$RUNNER_TEMP/prosefix.patch"

paths=()
while IFS= read -r path; do
  if [ -n "$path" ]; then paths+=("$path"); fi
done <<<"$INPUT_PATHS"
if [ ${#paths[@]} -eq 0 ]; then paths=(.); fi
options=(--quiet)
if [ -n "$INPUT_SINCE" ]; then options+=("--since=$INPUT_SINCE"); fi

fail_on=$INPUT_FAIL_ON
if [ "$fail_on" = never ]; then fail_on=error; fi

code=0
prosefix check "${options[@]}" --fail-on "$fail_on" --format github -- "${paths[@]}" || code=$?
if [ "$INPUT_FAIL_ON" = never ] && [ "$code" -eq 1 ]; then code=0; fi

# What follows reads the results that the first run kept. A failure was told there and is in the code already.
report() { prosefix "$@" "${options[@]}" -- "${paths[@]}" 2>/dev/null || true; }
report check --format sarif >"$sarif"
report diff >"$patch"

{
  echo "### prosefix"
  echo '````text'
  report check --format concise | head -n 200
  report check --format text | tail -n 1
  echo '````'
  if [ -s "$patch" ]; then
    echo "<details><summary>The patch of all safe fixes</summary>"
    echo
    echo '````diff'
    head -c 500000 "$patch"
    echo
    echo '````'
    echo "</details>"
  fi
} >>"$GITHUB_STEP_SUMMARY"

if [ "$INPUT_APPLY" = true ]; then prosefix apply "${options[@]}" --fail-on "$fail_on" -- "${paths[@]}" || test $? -eq 1; fi

{
  echo "exit-code=$code"
  echo "patch=$patch"
  echo "sarif=$sarif"
} >>"$GITHUB_OUTPUT"
