// The coming coup: the pieces that were tapped or typed of it, as the server reads them.
//
// No rule of the game is here: the server says what was meant, whose card is next and when a coup
// is complete. Whatever comes in is read in turn, however fast a reader types.

const slip = document.querySelector("#reading");
const go = document.querySelector("#go");
export const desk = document.querySelector(".desk");
export const board = Number(desk.dataset.watch.match(/\d+/)[0]);

/** What is being written: the next coup, or a change of one that was written. */
export const target = { act: "result", coup: null };
export const draft = { kept: "", since: null }; // since: the last act that the dealer knew of

let waiting = 0;
let last = Promise.resolve();
let answered = 0; // the number of our own last act; its drawing may come later

export function isBusy() {
  return waiting > 0;
}

/** Do this when all before it is done. */
export function inTurn(work) {
  waiting += 1;
  last = last.then(work).catch(console.error).finally(() => { waiting -= 1; });
  return last;
}

/** The number of the last act that this page has seen. */
export function seen() {
  return Math.max(Number(desk.dataset.number), answered);
}

export function answeredBy(number) {
  answered = Math.max(answered, number ?? 0);
}

/** A draft begins: acts that others do from now on make it stale. */
export function begin() {
  if (!isBusy()) draft.since ??= seen();
}

/** Ask the server what was meant; nothing is kept yet. */
export async function read(typed, kept = draft.kept) {
  const asked = new URLSearchParams({ kept, typed, act: target.act });
  if (target.coup) asked.set("coup", target.coup);
  const answer = await fetch(`/boards/${board}/coup?${asked}`, { cache: "no-store" });
  if (!answer.ok) throw new Error((await answer.json()).detail);
  const html = await answer.text();
  const { dataset } = new DOMParser().parseFromString(html, "text/html").querySelector(".reading");
  return { html, state: dataset.state, text: dataset.text, said: dataset.said, why: dataset.why, go: dataset.go };
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
  if (!reading.text) draft.since = null;
  show(reading);
}

/** Forget the draft, and go back to the next coup. */
export async function clear() {
  draft.kept = "";
  draft.since = null;
  keep(await read(""));
}
