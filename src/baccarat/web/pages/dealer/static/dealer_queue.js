// The queue of entries that the server has not answered yet: done in order, each once.
//
// An entry is plain values, `{do: "line", text: "b"}`, so the browser can store it until it is done. A
// refused entry stays at the head, and the others wait behind it, until the dealer goes on or forgets
// it. Each window stores its own queue; a new page takes over the queues of closed ones. An entry has
// its key from the start, so that only one of two windows does it.

import { NoAnswer, Refused, newKey } from "./client.js";
import { board, desk, draft, target } from "./dealer_draft.js";
import { allIsWell, wrong } from "./dealer_tell.js";

const FIRST_WAIT = 100, TOLD_FROM = 400, LONGEST_WAIT = 1_600; // milliseconds between two requests
const AWAY = new Set([429, 502, 503, 504]); // not done, or unknown: ask again
const NAMES = `baccarat-dealer-waits-${board}-`;
const NAME = NAMES + newKey();
const SHORT = { undo: "U", back: "⌫", escape: "Esc" };
const line = document.querySelector("#queued");
const waits = []; // the first entry is being done
let handlers = {};
let isRunning = false;
let isHeld = false;
const since = Date.now(); // orders the windows

export function isBusy() {
  return waits.length > 0;
}

/** Whether an entry was refused, so that all wait for the dealer. */
export function isAsking() {
  return isHeld;
}

/** Add an entry, or `{work}` with a function, to do after all before it. */
export function push(thing) {
  if (thing.work && isHeld) waits.unshift(thing); // the others may need it, e.g. a new shoe
  else waits.push({ key: newKey(), ...thing, isCorrection: target.coup !== null || waits.some(({ work }) => work) });
  run();
}

/** Go on with the refused entry. */
export function goOn() {
  isHeld = false;
  allIsWell();
  run();
}

/** Drop all waiting entries. */
export function forget() {
  waits.length = 0;
  isHeld = false;
  save();
}

/** Drop the last waiting entry; return whether any still wait. */
export function dropLast() {
  waits.pop();
  save();
  return isBusy();
}

async function run() {
  save();
  if (isRunning) return;
  isRunning = true;
  while (waits.length && (!isHeld || waits[0].work)) {
    const [thing] = waits;
    let isDone = true;
    try {
      await (thing.work ? thing.work(thing) : handlers[thing.do](thing));
    } catch (trouble) {
      if (!(trouble instanceof Refused)) console.error(trouble);
      isDone = Boolean(thing.work);
      isHeld ||= !isDone;
      wrong(trouble.isStale ? desk.dataset.sayStale : trouble.message);
    }
    if (isDone && waits[0] === thing) waits.shift();
    save();
  }
  isRunning = false;
  if (!waits.length) handlers.settle().catch(console.error);
}

/** Ask until the server answers, however long that takes. */
export async function answered(ask) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      const answer = await ask();
      if (wait > TOLD_FROM) allIsWell();
      return answer;
    } catch (trouble) {
      if (!(trouble instanceof NoAnswer) && !AWAY.has(trouble.status)) throw trouble;
      if (wait === TOLD_FROM) wrong(desk.dataset.sayNoAnswer); // only once: repeated flashes would annoy
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Show and store the queue, except corrections, which need their question. */
export function save() {
  const shown = waits.filter(({ work }) => !work);
  const texts = shown.map((thing) => SHORT[thing.do] ?? (thing.text || "⏎"));
  line.hidden = !shown.length;
  line.classList.toggle("stopped", isHeld);
  line.textContent = `${desk.dataset.sayWaits.replace("#", shown.length)} ${texts.join(" ")}`;
  if (isHeld) line.textContent += ` · ${desk.dataset.sayHeld}`;
  const kept = shown.filter(({ isCorrection }) => !isCorrection).map(({ at, ...thing }) => thing);
  try {
    if (kept.length) localStorage.setItem(NAME, JSON.stringify({ since, kept: draft.kept, things: kept }));
    else localStorage.removeItem(NAME);
  } catch {
    // without storage the page still asks before it closes
  }
}

/** Take over the entries that earlier windows have not done, in order. */
function takeOver() {
  const records = [];
  try {
    for (const name of Object.keys(localStorage).filter((name) => name.startsWith(NAMES))) {
      records.push(JSON.parse(localStorage.getItem(name)));
      localStorage.removeItem(name);
    }
  } catch {
    // as above
  }
  return records.sort((one, other) => one.since - other.since);
}

/** Start the queue; entries of an earlier page wait for the dealer to go on. */
export function begin(how) {
  handlers = how;
  for (const { kept, things } of takeOver()) {
    if (!waits.length) draft.kept = kept;
    else waits.push({ do: "escape" }, ...(kept ? [{ do: "card", text: kept }] : []));
    waits.push(...things);
  }
  if (!waits.length) return;
  isHeld = true;
  wrong(desk.dataset.sayLeft);
  save();
}

addEventListener("beforeunload", (event) => {
  if (waits.length) event.preventDefault();
});
