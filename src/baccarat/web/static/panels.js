// Panels: what is fetched when somebody wants it, and the guest's luck, which follows every coup.

import { swap } from "./house.js";

const panel = document.getElementById("panel");

/** Show what is at an address, over the page. */
export function openPanel(address) {
  htmx.ajax("GET", address, { target: "#panel-body", swap: "innerHTML" });
  if (!panel.open) panel.showModal();
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-panel]");
  if (button) openPanel(button.dataset.panel);
});

// Asking the road: the marks appear in the roads; asked again, or by the next coup, they go.
document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-asks]");
  if (!button) return;
  const place = button.closest("[data-part]");
  const answer = await fetch(button.dataset.asks);
  if (answer.ok) swap(place, await answer.text());
});

// One question at a time: while it is answered, only the last further one is remembered.
let isAsking = false;
let fetched = ""; // the coup after which the luck is shown

async function refresh() {
  const place = document.querySelector("[data-fetch]");
  if (!place || isAsking || fetched === place.dataset.when) return;
  isAsking = true;
  const { fetch: address, when } = place.dataset;
  try {
    const answer = await fetch(address);
    if (answer.ok) {
      fetched = when;
      swap(place, await answer.text());
    }
  } catch {
    // The server is away: the page says so already, and the next coup asks again.
  }
  isAsking = false;
  if (place.isConnected && place.dataset.when !== when) refresh();
}

document.addEventListener("shown", refresh);
refresh();
