// The table: its buttons, forms and sheets.

import { carry } from "./bets.js";
import { prepareCut } from "./ceremony.js";
import { countDown } from "./deal_clock.js";
import { listenToKeys } from "./keys.js";
import { watchParts } from "./motion.js";
import { act, buy, next, press, sit } from "./play.js";

function closeSheet(element) {
  element.closest("dialog")?.close();
  const sheet = element.closest("[popover]");
  if (sheet?.matches(":popover-open")) sheet.hidePopover();
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented) return;
  const { target } = event;
  if (target.matches("dialog.panel")) target.close(); // a click beside the sheet
  const button = target.closest("button");
  if (!button) return;
  if ("close" in button.dataset) closeSheet(button);
  else if (button.id === "next") next(event);
  else if (button.dataset.act) {
    press(button);
    closeSheet(button);
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method === "dialog") return;
  const values = Object.fromEntries(new FormData(form));
  if ("sit" in form.dataset) sit(values, form.querySelector(".refused"));
  else if ("buy" in form.dataset) buy(Number(values.coins)).then(() => closeSheet(form));
  else if ("cut" in form.dataset) act("cut", { ...values, at: Number(values.at) });
  else return;
  event.preventDefault();
});

document.addEventListener("htmx:after:swap", prepareCut);

watchParts();
carry();
listenToKeys();
prepareCut();
countDown();
