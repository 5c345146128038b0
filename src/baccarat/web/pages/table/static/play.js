// The guest's acts at this table: one after another, the next thing to do, sitting down.

import { ask, object } from "./acts.js";
import { hurry } from "./motion.js";

export const table = Number(document.querySelector("[data-watch]").dataset.watch.match(/\d+/)[0]);
const ONCE = new Set(["deal", "shoe", "cut", "reveal", "pass", "decide", "leave", "double", "repeat"]);
const asked = new Set(); // unanswered acts that must not be requested twice
const PATIENCE = 3000; // milliseconds to wait until the page shows an act
let last = Promise.resolve();
const TWO_CLICKS = 350; // milliseconds: too soon to have read a new button
let pressed = { step: "", at: -Infinity }; // the last step, and its time

/** Request an act after all earlier ones; null if it was refused, or is being requested already. */
export function act(kind, said = {}) {
  if (asked.has(kind)) return Promise.resolve(null);
  if (ONCE.has(kind)) asked.add(kind);
  object("");
  const answer = last
    .then(() => ask(table, kind, said))
    .catch((trouble) => {
      object(trouble.message);
      return null;
    });
  last = answer;
  answer.then((done) => shown(done?.number)).finally(() => asked.delete(kind));
  return answer;
}

// Wait until the page shows an act: before, its buttons are outdated.
async function shown(number = 0) {
  const end = performance.now() + PATIENCE;
  const page = document.querySelector("main");
  while (Number(page.dataset.number) < number && performance.now() < end) {
    await new Promise((go) => { setTimeout(go, 20); });
  }
}

/** Do the act of a button. */
export function press(button) {
  const { act: kind, said = "{}" } = button.dataset;
  const form = document.getElementById("cut");
  if (kind === "sit") document.getElementById("sit").showModal();
  else if (kind === "cut" && form && !form.contains(button)) form.requestSubmit();
  else if (kind === "deal") act(kind, { ...JSON.parse(said), ...squeezed() });
  else act(kind, JSON.parse(said));
}

/** Do the next thing, by a click or a key; while cards move, show them all at once instead. */
export function next({ detail, timeStamp: at }) {
  if (hurry()) return;
  const button = document.getElementById("next");
  if (!button?.dataset.act) return;
  const { act: kind, said } = button.dataset;
  const step = `${kind} ${said} ${document.getElementById("stage")?.dataset.key ?? ""}`;
  const isMeantBefore = step !== pressed.step && at - pressed.at < TWO_CLICKS;
  if (detail > 1 && isMeantBefore) return; // a double click was meant for the button before
  pressed = { step, at };
  press(button);
}

/** Sit down; the sheet shows a refusal. */
export async function sit({ guest, bankroll }, refused) {
  const done = await act("sit", { guest, bankroll: Number(bankroll) });
  refused.textContent = done ? "" : document.querySelector(".objection").textContent;
  if (done) document.getElementById("sit").close();
}

export function buy(coins) {
  return act("buy", { coins });
}

function squeezed() {
  const box = document.getElementById("squeeze");
  return box?.checked ? { squeeze: true } : {};
}
