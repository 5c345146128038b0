// The draft of the next coup: the tapped or typed pieces, as the server reads them.
//
// It knows no rules: the server says what a piece means, whose card is next and when a coup is
// complete.

import { NoAnswer, Refused } from "./client.js";

const ANSWER_TIME = 10_000; // milliseconds
const slip = document.querySelector("#reading");
const go = document.querySelector("#go");
export const desk = document.querySelector(".desk");
export const board = Number(desk.dataset.watch.match(/\d+/)[0]);

/** The target of the draft: the next coup, or the change of a written one. */
export const target = { act: "result", coup: null };
export const draft = {
  kept: "",
  since: null, // the last act that the dealer had seen
  isShown: false, // whether the slip shows the kept pieces
};

let answered = 0; // the number of our last act, which may not be drawn yet

/** The number of the last act that this page has seen. */
export function seen() {
  return Math.max(Number(desk.dataset.number), answered);
}

export function answeredBy(number) {
  answered = Math.max(answered, number ?? 0);
}

/** Ask the server what the text means; nothing is kept yet. */
export async function read(typed, kept = draft.kept) {
  const asked = new URLSearchParams({ kept, typed, act: target.act });
  if (target.coup) asked.set("coup", target.coup);
  const html = await fetched(`coup?${asked}`);
  const { dataset } = new DOMParser().parseFromString(html, "text/html").querySelector(".reading");
  return { html, ...dataset };
}

/** Fetch a fragment of this board, or throw its problem. */
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
    // the answer of a proxy
  }
  throw new Refused(answer.status, problem);
}

/** Show a reading on the slip, and its pieces on the buttons. */
export function show(reading) {
  const pieces = reading.text.split(" ");
  htmx.swap({ target: slip, text: reading.html, sourceElement: slip, swap: "innerMorph" });
  go.textContent = reading.go;
  for (const button of document.querySelectorAll("[data-piece]")) {
    button.setAttribute("aria-pressed", String(pieces.includes(button.dataset.piece)));
  }
}

/** Keep what was read; the next piece follows it. */
export function keep(reading) {
  draft.kept = reading.text;
  draft.isShown = true;
  if (!reading.text) draft.since = null;
  show(reading);
}
