// The table: what buttons and spots do.

import { ask } from "./acts.js";

const table = Number(document.querySelector("[data-watch]").dataset.watch.match(/\d+/)[0]);

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-act], [data-spot]");
  if (!button) return;
  const { act, spot } = button.dataset;
  if (spot) await ask(table, "place", { spot, stake: 100 });
  else if (act === "sit") {
    await ask(table, "sit", { bankroll: 1000 });
    location.reload();
  } else await ask(table, act);
});
