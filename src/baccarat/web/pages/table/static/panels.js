// Panels that are fetched on demand, and the guest's luck, which follows every coup.

import { swap } from "./house.js";

const panel = document.getElementById("panel");

/** Show the content of an address over the page. */
export function openPanel(address) {
  htmx.ajax("GET", address, { target: "#panel-body", swap: "innerHTML" });
  if (!panel.open) panel.showModal();
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-panel]");
  if (button) openPanel(button.dataset.panel);
});

// Elements that fetch their content: one request at a time for each address; of further requests
// meanwhile, only the last counts.
const asking = new Set(); // addresses with an open request
const fetched = new WeakMap(); // element → the moment (`data-when`) that it shows

async function refresh(place) {
  const { fetch: address, when } = place.dataset;
  if (asking.has(address) || fetched.get(place) === when) return;
  asking.add(address);
  try {
    const answer = await fetch(address);
    if (answer.ok) {
      fetched.set(place, when);
      swap(place, await answer.text());
    }
  } catch {
    // No answer: the page shows that already, and the next coup asks again.
  }
  asking.delete(address);
  if (place.isConnected && place.dataset.when !== when) refresh(place);
}

function refreshAll() {
  document.querySelectorAll("[data-fetch]").forEach(refresh);
}

document.addEventListener("htmx:after:swap", refreshAll); // whatever script has drawn the part
refreshAll();
