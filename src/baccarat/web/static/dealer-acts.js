// What is done to the board: each act once, with the number that it expects.

import { Client, NoAnswer, Refused } from "./client.js";
import { answeredBy, board, clear, desk, draft, keep, read, seen, target } from "./dealer-draft.js";
import { question } from "./dealer-ask.js";
import { announce, allIsWell, entered, wrong } from "./dealer-tell.js";

const TWICE = 1500; // milliseconds: no real table has the same coup again so soon
const client = new Client("", { language: document.documentElement.lang, patience: 6_000 });
const say = desk.dataset;
const told = new Map(); // by the number of an act of ours: what to say instead of the last coup
let before = { said: "", at: -Infinity };

/** Ask for an act that expects to be the next after `since`; whether it was done. */
async function act(what, values, since) {
  try {
    const done = await client.board(board).act(what, values, { number: since + 1 });
    answeredBy(done.number);
    entered();
    return true;
  } catch (trouble) {
    if (trouble instanceof NoAnswer) wrong(say.sayNoAnswer); // the number stays, so it happens once
    else if (trouble instanceof Refused) {
      if (trouble.isStale) {
        answeredBy(trouble.number);
        draft.since = null;
      }
      wrong(trouble.isStale ? say.sayStale : trouble.message);
    } else throw trouble;
    return false;
  }
}

/** Take what was typed up to Enter: a whole coup is entered, a piece of one is kept. */
export async function take(line, at) {
  draft.since ??= seen();
  let reading;
  try {
    reading = await read(line);
  } catch {
    wrong(say.sayNoAnswer);
    return;
  }
  if (reading.why) {
    wrong(reading.why);
    return;
  }
  keep(reading);
  allIsWell();
  if (reading.state === "empty") wrong(say.sayNoCoups);
  if (reading.state !== "complete") return;
  if (target.act !== "result") await change(target.act, { coup: target.coup, said: reading.said });
  else await enter(reading.said, at);
}

async function enter(said, at) {
  if (said === before.said && at - before.at < TWICE) {
    wrong(say.sayTwice);
    return;
  }
  if (await act("result", { said }, draft.since)) {
    before = { said, at };
    await clear();
  }
}

/** Change what was written, after the dealer has seen before and after and said yes. */
export async function change(what, values = {}) {
  const since = draft.since ?? seen();
  const did = await question(what, values);
  if (did === null) return;
  told.set(since + 1, "");
  if (await act(what, values, since)) {
    announce(did);
    await leave();
  } else told.delete(since + 1);
}

export async function undo(since = seen()) {
  told.set(since + 1, say.sayUndone);
  if (await act("undo", {}, since)) announce(say.sayUndone);
  else told.delete(since + 1);
  before = { said: "", at: -Infinity };
  await clear();
}

/** Choose a coup of the shoe: what is entered next takes its place. */
export async function mend(what, coup) {
  Object.assign(target, { act: what, coup });
  draft.since ??= seen();
  mark();
  allIsWell();
  show(await read(""));
  document.querySelector(".entry").scrollIntoView({ block: "start" }); // a phone's list is far below
}

/** Back to the next coup. */
export async function leave() {
  Object.assign(target, { act: "result", coup: null });
  mark();
  await clear();
}

function show(reading) {
  const { since } = draft;
  keep(reading);
  draft.since = since; // a coup that is chosen is a draft, too
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

/** The last coup has changed, by us or by another program: say it once. */
export function lastCoup(text, number) {
  const ours = told.get(number);
  told.delete(number);
  if (ours === "") return; // it was said already
  announce(ours ? `${ours} ${text}` : text);
}
