// The coming coup: the pieces that were tapped or typed of it, as the server reads them.
//
// No rule of the game is here: the server says what was meant, whose card is next and when a coup
// is complete.

import { NoAnswer, Refused } from "./client.js";

const ANSWER_TIME = 10_000; // milliseconds
const slip = document.querySelector("#reading");
const go = document.querySelector("#go");
export const desk = document.querySelector(".desk");
export const board = Number(desk.dataset.watch.match(/\d+/)[0]);

/** What is being written: the next coup, or a change of one that was written. */
export const target = { act: "result", coup: null };
export const draft = {
  kept: "",
  since: null, // the last act that the dealer knew of
  isShown: false, // whether the slip shows what is kept
};

let answered = 0; // the number of our own last act; its drawing may come later

/** The number of the last act that this page has seen. */
export function seen() {
  return Math.max(Number(desk.dataset.number), answered);
}

export function answeredBy(number) {
  answered = Math.max(answered, number ?? 0);
}

/** Ask the server what was meant; nothing is kept yet. */
export async function read(typed, kept = draft.kept) {
  const asked = new URLSearchParams({ kept, typed, act: target.act });
  if (target.coup) asked.set("coup", target.coup);
  const html = await fetched(`coup?${asked}`);
  const { dataset } = new DOMParser().parseFromString(html, "text/html").querySelector(".reading");
  return { html, ...dataset };
}

/** A fragment of this board's, or why there is none. */
export async function fetched(path) {
  let answer, text;
  try {
    const signal = AbortSignal.timeout(ANSWER_TIME);
    answer = await fetch(`/boards/${board}/${path}`, { cache: "no-store", signal });
    text = await answer.text();
  } catch (trouble) {
    throw new NoAnswer(trouble.message);
  }
  if (answer.ok) return text;
  let problem = {};
  try {
    problem = JSON.parse(text);
  } catch {
    // something between us and the server has answered
  }
  throw new Refused(answer.status, problem);
}

/** Show a reading on the slip, and which buttons are in it. */
export function show(reading) {
  const pieces = reading.text.split(" ");
  htmx.swap({ target: slip, text: reading.html, sourceElement: slip, swap: "innerMorph" });
  go.textContent = reading.go;
  for (const button of document.querySelectorAll("[data-piece]")) {
    button.setAttribute("aria-pressed", String(pieces.includes(button.dataset.piece)));
  }
}

/** Keep what was read: the next piece comes after it. */
export function keep(reading) {
  draft.kept = reading.text;
  draft.isShown = true;
  if (!reading.text) draft.since = null;
  show(reading);
}
