// What the dealer has entered and the server has not answered yet: done in order, each thing once.
//
// A thing that is typed or tapped is plain values, `{do: "line", text: "b"}`, so it is kept in the
// browser until it is done. What is refused stays at the head, and the rest waits behind it, until
// the dealer goes on or forgets it. Each window keeps its own; a page that opens finds what all of
// them have left. A thing has its key from the first moment, so of two windows one does it.

import { NoAnswer, Refused, newKey } from "./client.js";
import { board, desk, draft, target } from "./dealer_draft.js";
import { allIsWell, wrong } from "./dealer_tell.js";

const FIRST_WAIT = 100, TOLD_FROM = 400, LONGEST_WAIT = 1_600; // milliseconds between two requests
const AWAY = new Set([429, 502, 503, 504]); // nothing was done, or nobody knows: ask again
const NAMES = `baccarat-dealer-waits-${board}-`;
const NAME = NAMES + newKey();
const SHORT = { undo: "U", back: "⌫", escape: "Esc" };
const line = document.querySelector("#queued");
const waits = []; // the first is being done
let handlers = {};
let isRunning = false;
let isHeld = false;
const since = Date.now(); // the order of windows

export function isBusy() {
  return waits.length > 0;
}

/** Whether one was refused, so that all wait for the dealer. */
export function isAsking() {
  return isHeld;
}

/** Do this when all before it is done: a thing of the dealer's, or `{work}`, a function. */
export function push(thing) {
  if (thing.work && isHeld) waits.unshift(thing); // a new shoe, say, may be what the others need
  else waits.push({ key: newKey(), ...thing, isCorrection: target.coup !== null || waits.some(({ work }) => work) });
  run();
}

/** The dealer says: go on with what was refused. */
export function goOn() {
  isHeld = false;
  allIsWell();
  run();
}

/** The dealer says: none of what waits is entered. */
export function forget() {
  waits.length = 0;
  isHeld = false;
  save();
}

/** The dealer says: not the last of what waits; whether something still waits. */
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

/** Ask until there is an answer, however long the server is away. */
export async function answered(ask) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      const answer = await ask();
      if (wait > TOLD_FROM) allIsWell();
      return answer;
    } catch (trouble) {
      if (!(trouble instanceof NoAnswer) && !AWAY.has(trouble.status)) throw trouble;
      if (wait === TOLD_FROM) wrong(desk.dataset.sayNoAnswer); // once: a flash each time would tire
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Show what waits, and keep it; a correction is not kept, because it needs its question. */
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
    // a browser that keeps nothing still asks before the page is closed
  }
}

/** What windows before this one have not done, in their order; it is this one's now. */
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

/** Begin; what a page before this one has not done waits until the dealer says so. */
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
