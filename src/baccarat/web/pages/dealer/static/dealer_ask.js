// The question before a written coup changes. Keystrokes of a card reader do not answer it.

import { fetched } from "./dealer_draft.js";
import { answered } from "./dealer_queue.js";

const dialog = document.querySelector("#question");
const BOUNCE = 400, TYPING = 300; // milliseconds
let opened = 0;
let typed = -Infinity;

dialog.addEventListener("keydown", ({ key }) => {
  if (key.length === 1) typed = performance.now();
});

/** Show before and after; return the words to announce after the change, or null for no. */
export async function question(act, { coup, said } = {}) {
  const asked = new URLSearchParams({ act, ...(coup && { coup }), ...(said && { said }) });
  const html = await answered(() => fetched(`question?${asked}`));
  dialog.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  dialog.showModal();
  opened = performance.now();
  dialog.querySelector("[data-answer=yes]").focus();
  return new Promise((resolve) => {
    const done = (did) => {
      dialog.removeEventListener("click", clicked);
      dialog.removeEventListener("close", closed);
      dialog.close();
      resolve(did);
    };
    const closed = () => done(null);
    const clicked = ({ target, detail }) => {
      const button = target.closest("[data-answer]");
      if (!button || isBounce(detail)) return;
      done(button.dataset.answer === "yes" ? button.dataset.did : null);
    };
    dialog.addEventListener("click", clicked);
    dialog.addEventListener("close", closed);
  });
}

/** Whether a click comes too soon after the question, or is the Enter of a card reader. */
function isBounce(detail) {
  const now = performance.now();
  return now - opened < BOUNCE || (!detail && now - typed < TYPING);
}
