// The table by keyboard: digits choose a chip, letters and arrows a spot, Enter goes on.

import { chips, lay, takeBack, tell } from "./bets.js";
import { act, next } from "./play.js";

const SPOTS = { p: "player", b: "banker", t: "tie" };
const ACTS = { u: "undo", c: "clear", r: "repeat", d: "double" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TEXT = "input:not([type=radio]):not([type=checkbox]), textarea, select";

export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter") event.preventDefault(); // a held key acts once
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isBusy(event.target)) return;
    if (pressed(event)) event.preventDefault();
  });
}

// Whether the keys are for something else: a text field or an open sheet.
function isBusy(target) {
  if (document.querySelector("dialog[open], :popover-open")) return true;
  return target.matches(TEXT) || target.closest("details[open]") !== null;
}

function pressed(event) {
  const { key, shiftKey, target, repeat } = event;
  const spot = target.closest("[data-spot]")?.dataset.spot;
  const letter = key.toLowerCase();
  if (key in ARROWS && !target.matches("[type=radio]")) return go(ARROWS[key], target);
  if (repeat) return false;
  if (key >= "1" && key <= "9") return choose(Number(key) - 1);
  if (letter in SPOTS) return done(shiftKey ? takeBack(SPOTS[letter]) : lay(SPOTS[letter]));
  if (letter in ACTS) return done(act(ACTS[letter]));
  if (letter === "n") return done(next(event));
  if (key === "?") return done(document.getElementById("keys").showModal());
  if (key === "Enter" && !target.closest("button, a, summary")) return done(next(event));
  if (key === "Escape" && spot) return done(document.getElementById("next")?.focus());
  if (!spot) return false;
  if (letter === "i") return done(tell(spot));
  if (key === "Delete" || key === "Backspace") return done(takeBack(spot, true));
  return false;
}

const done = () => true;

function choose(place) {
  const chip = chips()[place];
  if (chip) chip.checked = true;
  return Boolean(chip);
}

// Go to the nearest spot in this direction; distance across the direction counts more.
function go([across, down], target) {
  const spots = [...document.querySelectorAll(".lay")];
  const here = target.closest(".lay");
  if (!here) {
    document.querySelector('[data-spot="player"]')?.focus();
    return true;
  }
  const from = middle(here);
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const { x, y } = middle(spot);
    const ahead = (x - from.x) * across + (y - from.y) * down;
    const aside = Math.abs((x - from.x) * down) + Math.abs((y - from.y) * across);
    if (spot === here || ahead <= 4) continue;
    if (ahead + 2 * aside < least) {
      least = ahead + 2 * aside;
      best = spot;
    }
  }
  best?.focus();
  best?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return true;
}

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
