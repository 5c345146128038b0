// What the guest does at this table: one act after the other, the next thing to do, sitting down.

import { ask, object } from "./acts.js";
import { hurry } from "./motion.js";

export const table = Number(document.querySelector("[data-watch]").dataset.watch.match(/\d+/)[0]);
const ONCE = new Set(["deal", "shoe", "cut", "reveal", "pass", "decide", "leave", "double", "repeat"]);
const asked = new Set(); // acts that are not answered yet, and are not asked for twice
const PATIENCE = 3000; // milliseconds: so long a page waits for what it has asked for
let last = Promise.resolve();
const TWO_CLICKS = 350; // milliseconds: nobody has read a new button so soon
let pressed = { step: "", at: -Infinity }; // the step that was pressed last, and when

/** Ask for an act after all that were asked for before; null if it was refused or is asked for. */
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

// Until the page shows what came of an act its buttons are those of before.
async function shown(number = 0) {
  const end = performance.now() + PATIENCE;
  const page = document.querySelector("main");
  while (Number(page.dataset.number) < number && performance.now() < end) {
    await new Promise((go) => { setTimeout(go, 20); });
  }
}

/** Do what a button says. */
export function press(button) {
  const { act: kind, said = "{}" } = button.dataset;
  const form = document.getElementById("cut");
  if (kind === "sit") document.getElementById("sit").showModal();
  else if (kind === "cut" && form && !form.contains(button)) form.requestSubmit();
  else if (kind === "deal") act(kind, { ...JSON.parse(said), ...squeezed() });
  else act(kind, JSON.parse(said));
}

/** The next thing to do, by a click or a key; while cards move, that they are all there at once. */
export function next({ detail, timeStamp: at }) {
  if (hurry()) return;
  const button = document.getElementById("next");
  if (!button?.dataset.act) return;
  const { act: kind, said } = button.dataset;
  const step = `${kind} ${said} ${document.getElementById("stage")?.dataset.key ?? ""}`;
  const isMeantBefore = step !== pressed.step && at - pressed.at < TWO_CLICKS;
  if (detail > 1 && isMeantBefore) return; // the second click of two, for what stood there at the first
  pressed = { step, at };
  press(button);
}

/** Sit down; why not is told on the sheet. */
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
