// The lobby: sit down with one click; the host opens tables and boards.

import "./renew.js";
import { ask, object } from "./acts.js";
import { Client, Refused } from "./client.js";

const client = new Client("", { language: document.documentElement.lang });

/** Sit down with the default bankroll, and go to the table. */
async function sit(table, money) {
  const seated = await ask(table, "sit", { bankroll: Number(money) });
  if (seated) location.assign(`/tables/${table}`);
}

/** Open a table or a board; a refusal is shown. */
async function open(what) {
  try {
    return await what();
  } catch (trouble) {
    if (!(trouble instanceof Refused)) throw trouble;
    object(trouble.message);
    return null;
  }
}

/** The filled fields of a form, with numbers as numbers. */
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

// Games with decisions need an opponent.
document.addEventListener("change", ({ target }) => {
  const form = target.closest("[data-open=table]");
  const opponent = form?.querySelector("[data-only-free]");
  if (!opponent || target.name !== "game") return;
  opponent.hidden = target.selectedOptions[0].dataset.free === undefined;
});

// Disabled until here, because without this script the browser would send the form nowhere.
for (const button of document.querySelectorAll("[data-open] [type=submit]")) button.disabled = false;
