// A page that asks for itself again when tables open or close: what has `data-renew` is drawn anew.

import { swap } from "./house.js";

const AGAIN = 1000; // milliseconds until it is asked again, where nobody answered
let isAsking = false;
let isStale = false;

/** Draw the page as it would be now. */
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

/** The page from the server, asked for until it comes. */
async function ask() {
  for (;;) {
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-store" });
      if (answer.ok) return new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      // the server is away
    }
    await new Promise((wake) => setTimeout(wake, AGAIN));
  }
}

document.addEventListener("part", ({ target }) => {
  if (target.dataset.part === "hall/changes") renew();
});
