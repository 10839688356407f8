#!/usr/bin/env bash
# The check of the GitHub action: annotations on standard output, SARIF and patch as files, a summary for the job.
# Reads INPUT_PATHS (one a line), INPUT_SINCE, INPUT_FAIL_ON, INPUT_APPLY; the exit code of the check is an output, so
# that later steps run whatever was found.
set -euo pipefail

sarif="$RUNNER_TEMP/prosefix.sarif"
patch="$RUNNER_TEMP/prosefix.patch"

arguments=()
while IFS= read -r path; do
  if [ -n "$path" ]; then arguments+=("$path"); fi
done <<<"$INPUT_PATHS"
if [ -n "$INPUT_SINCE" ]; then arguments+=(--since "$INPUT_SINCE"); fi

fail_on=$INPUT_FAIL_ON
if [ "$fail_on" = never ]; then fail_on=error; fi

code=0
prosefix check "${arguments[@]}" --fail-on "$fail_on" --format github || code=$?
if [ "$INPUT_FAIL_ON" = never ] && [ "$code" -eq 1 ]; then code=0; fi

# What follows reads the results that the first run kept. A failure was told there and is in the code already.
report() { prosefix "$@" --quiet 2>/dev/null || true; }
report check "${arguments[@]}" --format sarif >"$sarif"
report diff "${arguments[@]}" >"$patch"

{
  echo "### prosefix"
  echo '````text'
  report check "${arguments[@]}" --format concise | head -n 200
  report check "${arguments[@]}" --format text | tail -n 1
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

if [ "$INPUT_APPLY" = true ]; then prosefix apply "${arguments[@]}" --fail-on "$fail_on" || test $? -eq 1; fi

{
  echo "exit-code=$code"
  echo "patch=$patch"
  echo "sarif=$sarif"
} >>"$GITHUB_OUTPUT"
