// Acts on the board: each is done once, with the number that it expects.

import { Client, newKey } from "./client.js";
import { answeredBy, board, desk, draft, keep, read, seen, show, target } from "./dealer_draft.js";
import { question } from "./dealer_ask.js";
import { forgetMarks, note, takeBack } from "./dealer_doubles.js";
import { answered, isBusy, save } from "./dealer_queue.js";
import { announce, allIsWell, countedOnce, entered, wrong } from "./dealer_tell.js";

const client = new Client("", { language: document.documentElement.lang, patience: 0 });
const say = desk.dataset;
const OTHER_CONTENT = "/problems/other-content"; // for a key that was used already
const told = new Map(); // number of our act → the words to announce before the last coup

/**
 * Do an act that expects to be the next; retries use the same key and number.
 * Null if another window of this browser has done it.
 */
async function act(thing, what, values, words) {
  thing.key ??= newKey();
  thing.number ??= (draft.since ?? seen()) + 1;
  if (words !== undefined) told.set(thing.number, words);
  save();
  try {
    const how = { number: thing.number, key: thing.key };
    const done = await answered(() => client.board(board).act(what, values, how));
    answeredBy(done.number);
    draft.since = done.number; // waiting acts were entered after this one
    entered();
    return done.view;
  } catch (trouble) {
    told.delete(thing.number);
    delete thing.number; // it was refused, so it was not done
    draft.since = null;
    answeredBy(trouble.number);
    if (trouble.problem?.type === OTHER_CONTENT) return null;
    throw trouble;
  }
}

/** Take the line before Enter: enter a whole coup, or keep a piece of it. */
export async function take(thing) {
  draft.since ??= seen();
  const reading = await answered(() => read(thing.text));
  if (thing.isSame && reading.code) {
    countedOnce(reading.code);
    return;
  }
  if (reading.why) {
    wrong(reading.why);
    return;
  }
  allIsWell(thing.at);
  if (reading.state !== "complete") {
    keep(reading);
    if (reading.state === "empty") wrong(say.sayNoCoups);
    return;
  }
  show(reading);
  if (target.act !== "result") await change(thing, target.act, { coup: target.coup, said: reading.said });
  else await enter(thing, reading.said);
}

async function enter(thing, said) {
  const view = await act(thing, "result", { said });
  if (view) note(said, thing.at, view.coups.length);
  clear();
}

/** Change a written coup, after the dealer has seen it before and after, and confirmed. */
export async function change(thing, what, values = {}) {
  draft.since ??= seen();
  const did = await question(what, values);
  if (did === null) return;
  await act(thing, what, values, "");
  forgetMarks();
  announce(did);
  leave();
}

export async function undo(thing) {
  const view = await act(thing, "undo", {}, say.sayUndone);
  if (view) takeBack(view.coups.length);
  announce(say.sayUndone);
  clear();
}

/** Choose a coup of the shoe, which the next entry replaces or precedes. */
export async function mend(what, coup) {
  Object.assign(target, { act: what, coup });
  mark();
  allIsWell();
  const since = draft.since ?? seen();
  keep(await answered(() => read("")));
  draft.since = since; // the choice begins a draft
  document.querySelector(".entry").scrollIntoView({ block: "start" }); // on a phone the list is far below
}

/** Return to the next coup. */
export function leave() {
  Object.assign(target, { act: "result", coup: null });
  mark();
  clear();
}

/** Forget the draft; the slip follows when nothing waits. */
export function clear() {
  draft.kept = "";
  draft.isShown = false;
}

/** When nothing waits, show the draft; an empty one will follow the board that the dealer sees. */
export async function settle() {
  if (draft.isShown) return;
  const { kept } = draft;
  if (!kept) draft.since = null;
  const reading = await answered(() => read(""));
  if (isBusy() || draft.kept !== kept) return;
  draft.isShown = true;
  show(reading);
}

function mark() {
  document.querySelector(".mending").hidden = target.coup === null;
  desk.classList.toggle("mends", target.coup !== null);
  for (const button of document.querySelectorAll("[data-mend]")) {
    if (button.hasAttribute("aria-pressed")) {
      button.setAttribute("aria-pressed", String(button.dataset.mend === target.act));
    }
  }
  for (const button of document.querySelectorAll("[data-coup]")) {
    button.classList.toggle("chosen", Number(button.dataset.coup) === target.coup);
  }
}

/** Announce once that the last coup has changed, by us or by another program. */
export function lastCoup(text, number) {
  const ours = told.get(number);
  told.delete(number);
  if (ours === "") return; // already announced
  announce(ours ? `${ours} ${text}` : text);
}
