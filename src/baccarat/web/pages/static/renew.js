// When tables open or close, fetch the page again and replace its elements with `data-renew`.

import { swap } from "./house.js";

const AGAIN = 1000; // milliseconds before the next try
let isAsking = false;
let isStale = false;

/** Replace the elements by their present state. */
async function renew() {
  isStale = true;
  if (isAsking) return;
  isAsking = true;
  while (isStale) {
    isStale = false;
    const fresh = await ask();
    for (const part of document.querySelectorAll("[data-renew]")) {
      const found = fresh.getElementById(part.id);
      if (found) swap(part, found.innerHTML);
    }
    document.body.className = fresh.body.className;
  }
  isAsking = false;
}

/** Fetch the page, and retry until the server answers. */
async function ask() {
  for (;;) {
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-store" });
      if (answer.ok) return new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      // no answer: try again
    }
    await new Promise((wake) => setTimeout(wake, AGAIN));
  }
}

document.addEventListener("part", ({ target }) => {
  if (target.dataset.part === "hall/changes") renew();
});
