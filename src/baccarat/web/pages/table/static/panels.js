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

// What is fetched for a place: one question at a time, and while it is answered only the last
// further one is remembered.
const asking = new Set(); // addresses that are being asked
const fetched = new WeakMap(); // of each place, the moment of which the answer is shown

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
    // The server is away: the page says so already, and the next coup asks again.
  }
  asking.delete(address);
  if (place.isConnected && place.dataset.when !== when) refresh(place);
}

function refreshAll() {
  document.querySelectorAll("[data-fetch]").forEach(refresh);
}

document.addEventListener("htmx:after:swap", refreshAll); // whoever has drawn the part
refreshAll();
