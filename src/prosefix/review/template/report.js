"use strict";
// Decisions about findings, and the patch of what was accepted. All texts of files are strings of bytes: one character
// with a code below 256 for each byte, so that the encoding of a page does not matter.

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const cards = [...document.querySelectorAll(".card")].sort((a, b) => a.dataset.n - b.dataset.n);
const order = [...document.querySelectorAll(".card")]; // as they are read
const marks = cards.map(() => []);
for (const mark of document.querySelectorAll(".mark")) marks[mark.dataset.n].push(mark);
const decisions = cards.map(() => ({ state: "open", offer: 0 }));

// ---- the patch, the same algorithm as prosefix.fixes.patch ----

const CONTEXT = 3;
const AGREEMENT = 3;
const SIGHT = 2000;

function toLines(content) {
  return content.match(/[^\n]*\n|[^\n]+$/g) || [];
}

function splice(raw, edits) {
  let at = 0;
  let result = "";
  for (const [start, end, text] of [...edits].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    result += raw.slice(at, start) + text;
    at = end;
  }
  return result + raw.slice(at);
}

function changes(before, after) {
  if (before.length === after.length) return pairwise(before, after);
  const found = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      i += 1;
      j += 1;
      continue;
    }
    const [nextI, nextJ] = meeting(before, after, i, j);
    found.push({ old: i, oldEnd: nextI, new: j, newEnd: nextJ });
    [i, j] = [nextI, nextJ];
  }
  return found;
}

function pairwise(before, after) {
  const found = [];
  before.forEach((line, n) => {
    if (line === after[n]) return;
    const last = found[found.length - 1];
    if (last && last.oldEnd === n) last.oldEnd = last.newEnd = n + 1;
    else found.push({ old: n, oldEnd: n + 1, new: n, newEnd: n + 1 });
  });
  return found;
}

function meeting(before, after, i, j) {
  const farthest = Math.min(SIGHT, before.length - i + after.length - j);
  for (let distance = 1; distance < farthest; distance += 1) {
    const leftOut = [...Array(distance + 1).keys()];
    leftOut.sort((a, b) => Math.abs(2 * a - distance) - Math.abs(2 * b - distance));
    for (const n of leftOut) {
      const a = i + n;
      const b = j + distance - n;
      if (a <= before.length && b <= after.length && agree(before, after, a, b)) return [a, b];
    }
  }
  return [before.length, after.length];
}

function agree(before, after, a, b) {
  for (let n = 0; n < AGREEMENT; n += 1) if (before[a + n] !== after[b + n]) return false;
  return a < before.length || b === after.length;
}

function hunks(found) {
  const groups = [];
  for (const change of found) {
    const last = groups[groups.length - 1];
    if (last && change.old - last[last.length - 1].oldEnd <= 2 * CONTEXT) last.push(change);
    else groups.push([change]);
  }
  return groups;
}

function range(start, end) {
  const count = end - start;
  const first = count ? start + 1 : start;
  return count === 1 ? `${first}` : `${first},${count}`;
}

function marked(sign, lines) {
  return lines.map((line) => sign + line + (line.endsWith("\n") ? "" : "\n\\ No newline at end of file\n")).join("");
}

function hunk(group, before, after) {
  const first = group[0];
  const last = group[group.length - 1];
  const lead = Math.min(CONTEXT, first.old, first.new);
  const tail = Math.min(CONTEXT, before.length - last.oldEnd, after.length - last.newEnd);
  const [old, oldEnd] = [first.old - lead, last.oldEnd + tail];
  let text = `@@ -${range(old, oldEnd)} +${range(first.new - lead, last.newEnd + tail)} @@\n`;
  let at = old;
  for (const change of group) {
    text += marked(" ", before.slice(at, change.old));
    text += marked("-", before.slice(change.old, change.oldEnd));
    text += marked("+", after.slice(change.new, change.newEnd));
    at = change.oldEnd;
  }
  return text + marked(" ", before.slice(at, oldEnd));
}

function filePatch(file, edits) {
  const before = toLines(file.raw);
  const after = toLines(splice(file.raw, edits));
  const found = hunks(changes(before, after));
  return found.length ? file.header + found.map((group) => hunk(group, before, after)).join("") : "";
}

function patch() {
  return data.files.map((file, number) => filePatch(file, acceptedEdits(number))).join("");
}

// ---- decisions ----

const editsOf = (n) => data.findings[n].offers[decisions[n].offer] || [];
const same = (a, b) => a[0] === b[0] && a[1] === b[1] && a[2] === b[2];

function acceptedEdits(file) {
  const edits = [];
  decisions.forEach((decision, n) => {
    if (decision.state !== "accepted" || data.findings[n].file !== file) return;
    for (const edit of editsOf(n)) if (!edits.some((other) => same(edit, other))) edits.push(edit);
  });
  return edits;
}

function overlap(a, b) {
  if (a[0] === a[1] || b[0] === b[1]) return b[0] <= a[1] && a[0] <= b[1];
  return b[0] < a[1] && a[0] < b[1];
}

// An accepted finding whose edits touch those of finding n, or -1. Two that make the very same edits agree.
function rival(n) {
  const own = editsOf(n);
  return decisions.findIndex((decision, other) => {
    if (other === n || decision.state !== "accepted" || data.findings[other].file !== data.findings[n].file) return false;
    return editsOf(other).some((edit) => own.some((mine) => overlap(edit, mine) && !same(edit, mine)));
  });
}

function decide(n, state) {
  if (state === "accepted") {
    if (!data.findings[n].offers.length) return say("No replacement is offered here.");
    const other = rival(n);
    if (other >= 0) return say(`This overlaps what was accepted in line ${cards[other].querySelector(".about").textContent.match(/line (\d+)/)[1]}; undo that first.`);
  }
  decisions[n].state = state;
  show(n);
  count();
  return true;
}

function choose(n, offer) {
  if (offer >= data.findings[n].offers.length) return;
  const was = decisions[n].offer;
  decisions[n].offer = offer;
  if (decisions[n].state === "accepted" && rival(n) >= 0) {
    decisions[n].offer = was;
    say("That replacement overlaps another one that was accepted.");
  }
  show(n);
}

function show(n) {
  const { state, offer } = decisions[n];
  const card = cards[n];
  for (const element of [card, ...marks[n]]) {
    element.classList.toggle("accepted", state === "accepted");
    element.classList.toggle("rejected", state === "rejected");
  }
  for (const [name, done] of [["accept", "accepted"], ["reject", "rejected"]]) {
    const button = card.querySelector(`.${name}`);
    if (button) button.setAttribute("aria-pressed", String(state === done));
  }
  for (const line of card.querySelectorAll("[data-offer]")) line.hidden = Number(line.dataset.offer) !== offer;
  for (const radio of card.querySelectorAll("input[type=radio]")) radio.checked = Number(radio.value) === offer;
}

function count(more) {
  const number = (state) => decisions.filter((decision) => decision.state === state).length;
  const accepted = number("accepted");
  byId("count").textContent =
    `${accepted} accepted, ${number("rejected")} rejected, ${number("open")} to decide` + (more ? `. ${more}` : "");
  byId("save").disabled = !accepted;
  byId("save").textContent = accepted ? `Save the patch (${accepted})` : "Save the patch";
}

function say(what) {
  count(what);
  return false;
}

function acceptSafe() {
  let left = 0;
  for (const card of order) {
    const n = Number(card.dataset.n);
    if (card.hidden || decisions[n].state !== "open" || !data.findings[n].safe) continue;
    if (!decide(n, "accepted")) left += 1;
  }
  count(left ? `${left} overlap others and were left.` : "");
}

function save() {
  const text = patch();
  if (!text) return;
  const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  link.download = "prosefix.patch";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// ---- filters ----

function filter() {
  const rule = byId("rule") ? byId("rule").value : "";
  const file = byId("file") ? byId("file").value : "";
  const state = byId("state").value;
  const severities = new Set([...document.querySelectorAll(".severity-filter:checked")].map((box) => box.value));
  const whole = byId("whole").checked;
  let shown = 0;
  for (const card of order) {
    const n = Number(card.dataset.n);
    card.hidden = !(
      (!rule || card.dataset.rule === rule) && (!file || card.dataset.file === file) &&
      (!state || decisions[n].state === state) && severities.has(card.dataset.severity)
    );
    for (const mark of marks[n]) mark.classList.toggle("off", card.hidden);
    shown += card.hidden ? 0 : 1;
  }
  for (const section of document.querySelectorAll("section[data-file]")) {
    section.hidden = (file && section.dataset.file !== file) || (!whole && !section.querySelector(".card:not([hidden])"));
  }
  for (const passage of document.querySelectorAll(".passage")) {
    passage.hidden = !whole && !passage.querySelector(".card:not([hidden])");
  }
  byId("nothing").hidden = shown > 0 || !order.length;
}

// ---- moving and keys ----

let current = -1;

function go(n) {
  for (const mark of document.querySelectorAll(".mark.current")) mark.classList.remove("current");
  current = n;
  for (const mark of marks[n]) mark.classList.add("current");
  cards[n].focus({ preventScroll: true });
  cards[n].scrollIntoView({ block: "center" });
}

function step(direction, wanted = () => true) {
  const at = current < 0 ? (direction > 0 ? -1 : order.length) : order.indexOf(cards[current]);
  for (let n = at + direction; n >= 0 && n < order.length; n += direction) {
    if (!order[n].hidden && wanted(order[n])) return go(Number(order[n].dataset.n));
  }
  return say(direction > 0 ? "That was the last one." : "That was the first one.");
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !byId("keys").checked) return;
  if (event.target.closest("select, input:not([type=checkbox]):not([type=radio]), textarea")) return;
  const open = (card) => decisions[card.dataset.n].state === "open";
  const actions = {
    j: () => step(1),
    k: () => step(-1),
    a: () => current >= 0 && decide(current, "accepted") && step(1, open),
    r: () => current >= 0 && decide(current, "rejected") && step(1, open),
    u: () => current >= 0 && decide(current, "open"),
    s: save,
  };
  if (/^[1-5]$/.test(event.key) && current >= 0) choose(current, Number(event.key) - 1);
  else if (actions[event.key]) actions[event.key]();
  else return;
  event.preventDefault();
}

document.addEventListener("keydown", onKey);
document.addEventListener("focusin", (event) => {
  const card = event.target.closest(".card");
  if (card) current = Number(card.dataset.n);
});
document.querySelector("main").addEventListener("click", (event) => {
  const card = event.target.closest(".card");
  const button = event.target.closest("button");
  const mark = event.target.closest(".mark");
  if (card && button) {
    const state = button.classList.contains("accept") ? "accepted" : "rejected";
    decide(Number(card.dataset.n), button.getAttribute("aria-pressed") === "true" ? "open" : state);
  } else if (mark) {
    event.preventDefault();
    if (!cards[mark.dataset.n].hidden) go(Number(mark.dataset.n));
  }
});
document.querySelector("main").addEventListener("change", (event) => {
  if (event.target.type === "radio") choose(Number(event.target.closest(".card").dataset.n), Number(event.target.value));
});
byId("filters").addEventListener("change", filter);
byId("save").addEventListener("click", save);
byId("safe").addEventListener("click", acceptSafe);
if (window.matchMedia("(max-width: 40rem)").matches) byId("filters").open = false;
for (const card of cards) show(Number(card.dataset.n)); // a browser may bring back old form values on reload
byId("state").value = "";
filter();
count();
