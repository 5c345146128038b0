// The lobby: one click and you play; the host opens tables and boards.

import "./renew.js";
import { ask, object } from "./acts.js";
import { Client, Refused } from "./client.js";

const client = new Client("", { language: document.documentElement.lang });

/** Sit down with the usual money, and go there. */
async function sit(table, money) {
  const seated = await ask(table, "sit", { bankroll: Number(money) });
  if (seated) location.assign(`/tables/${table}`);
}

/** Open something; a refusal is told, and nothing comes of it. */
async function open(what) {
  try {
    return await what();
  } catch (trouble) {
    if (!(trouble instanceof Refused)) throw trouble;
    object(trouble.message);
    return null;
  }
}

/** The fields of a form that were filled in; numbers as numbers. */
function filled(form) {
  const told = {};
  for (const field of form.elements) {
    if (!field.name || field.value === "" || field.closest("[hidden]")) continue;
    if (field.type === "checkbox") {
      if (field.checked) told[field.name] = true;
    } else told[field.name] = field.type === "number" ? Number(field.value) : field.value;
  }
  return told;
}

async function openTable(form, isSitting) {
  const { bets, ...opening } = filled(form);
  if (bets !== undefined) opening.clock = { bets };
  const table = await open(() => client.openTable(opening));
  if (!table) return;
  form.reset();
  if (isSitting) await sit(table.number, form.dataset.money);
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-sit], [data-play]");
  if (!button) return;
  button.disabled = true;
  try {
    if (button.dataset.sit) await sit(Number(button.dataset.sit), button.dataset.money);
    else {
      const table = await open(() => client.openTable({}));
      if (table) await sit(table.number, button.dataset.money);
    }
  } finally {
    button.disabled = false;
  }
});

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-open]");
  if (!form) return;
  event.preventDefault();
  if (form.dataset.open === "table") await openTable(form, event.submitter?.value === "sit");
  else {
    const board = await open(() => client.openBoard(filled(form)));
    if (board) location.assign(`/boards/${board.number}/dealer`);
  }
});

// Where guests decide, somebody plays against them.
document.addEventListener("change", ({ target }) => {
  const form = target.closest("[data-open=table]");
  const opponent = form?.querySelector("[data-only-free]");
  if (!opponent || target.name !== "game") return;
  opponent.hidden = target.selectedOptions[0].dataset.free === undefined;
});

// Until now the buttons were disabled: the browser itself would have sent what was typed nowhere.
for (const button of document.querySelectorAll("[data-open] [type=submit]")) button.disabled = false;
