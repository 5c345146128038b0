// For every page: follow its places live, and keep the settings that the guest has chosen.

import { follow } from "./live.js";

const root = document.documentElement;
const YEAR = 365 * 24 * 3600;

function keep(cookie, value) {
  document.cookie = `${cookie}=${value}; path=/; max-age=${YEAR}; samesite=strict`;
}

function choose(button) {
  const name = button.dataset.choose;
  root.dataset[name] = button.value;
  for (const other of document.querySelectorAll(`[data-choose="${name}"]`)) {
    other.setAttribute("aria-pressed", String(other.value === button.value));
  }
  const names = new Set([...document.querySelectorAll("[data-choose]")].map((one) => one.dataset.choose));
  keep("baccarat-look", [...names].map((one) => root.dataset[one]).join("."));
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button?.dataset.choose) choose(button);
  if (button && "logout" in button.dataset) {
    fetch("/api/v1/logout", { method: "POST" }).then(() => location.assign("/login"));
  }
  if (button?.dataset.language) {
    keep("baccarat-language", button.dataset.language);
    location.reload();
  }
});

// A part comes complete; elements that stay the same keep their place and focus. `isOld`: it happened
// while the page was hidden, so nothing is animated.
export function show(place, number, parts, isOld = false) {
  for (const watching of document.querySelectorAll(`[data-watch^="${place}:"]`)) {
    watching.dataset.number = number;
  }
  for (const [name, html] of Object.entries(parts)) {
    for (const target of document.querySelectorAll(`[data-part="${place}/${name}"]`)) {
      const detail = { name, html, isOld };
      const shown = new CustomEvent("part", { bubbles: true, cancelable: true, detail });
      if (target.dispatchEvent(shown)) swap(target, html);
    }
  }
}

export async function swap(target, text) {
  await htmx.swap({ target, text, sourceElement: target, swap: "innerMorph" });
  target.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
}

/** If the focused element is gone, focus another one of its place, so that keys still work. */
export function passFocus(place, next) {
  if (document.activeElement === document.body) place.querySelector(next)?.focus({ preventScroll: true });
}

follow(show);
