// Chips on spots: lay them by click or drag, and take them back.

import { openPanel } from "./panels.js";
import { act, table } from "./play.js";
import { clack } from "./sound.js";

const FAR = 8; // pixels before a press becomes a drag
const LONG = 550; // milliseconds of a long press
let held = null; // the pressed chip of the rack, or the pressed stake
let ignoresClick = false; // a drag or a long press has ended here

export const chips = () => [...document.querySelectorAll("[name=chip]")];
export const chipInHand = () => Number(chips().find((one) => one.checked).value);

export function lay(spot, stake = chipInHand()) {
  clack();
  return act("place", { spot, stake });
}

/** Take back a chip, or the whole stake. */
export function takeBack(spot, all = false) {
  const lies = Number(stakeOn(spot)?.dataset.stake ?? 0); // less than the true stake, if it is not drawn yet
  const stake = Math.min(chipInHand(), lies || Infinity);
  return act("lift", { spot, ...(!all && { stake }) });
}

/** Show what a spot pays, its limits, its edge. */
export function tell(spot) {
  openPanel(`/tables/${table}/spots/${encodeURIComponent(spot)}`);
}

function stakeOn(spot) {
  return document.querySelector(`[data-spot="${CSS.escape(spot)}"] .stake.mine:not(.paid)`);
}

function spotAt(x, y) {
  return document.elementFromPoint(x, y)?.closest(".spot")?.querySelector("[data-spot]").dataset.spot;
}

export function carry() {
  document.addEventListener("click", clicked, true);
  document.addEventListener("contextmenu", turnedAside);
  document.addEventListener("pointerdown", begin);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", drop);
}

function clicked(event) {
  if (ignoresClick) {
    ignoresClick = false;
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const spot = event.target.closest("[data-spot]")?.dataset.spot;
  if (!spot) return;
  if (event.shiftKey) takeBack(spot);
  else lay(spot);
}

// The right mouse button takes a chip back; on touch screens a long press does.
function turnedAside(event) {
  const spot = event.target.closest("[data-spot]")?.dataset.spot;
  if (!spot) return;
  event.preventDefault();
  if (event.pointerType === "mouse") takeBack(spot);
}

function begin(event) {
  ignoresClick = false;
  if (event.button !== 0) return;
  const { target, clientX: x, clientY: y } = event;
  const pick = target.closest(".pick");
  const stake = target.closest(".stake.mine:not(.paid)");
  const spot = target.closest("[data-spot]")?.dataset.spot;
  if (!pick && !spot) return;
  held = { x, y, pick, stake, spot, ghost: null, timer: 0 };
  if (spot && event.pointerType === "touch") held.timer = setTimeout(pressedLong, LONG);
}

function pressedLong() {
  const { spot } = held;
  drop();
  ignoresClick = true;
  tell(spot);
}

function move(event) {
  if (!held) return;
  const { clientX: x, clientY: y } = event;
  if (!held.ghost) {
    if (Math.hypot(x - held.x, y - held.y) < FAR) return;
    clearTimeout(held.timer);
    if (!held.pick && !held.stake) {
      held = null; // the finger scrolls
      return;
    }
    lift();
  }
  held.ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  const over = document.elementFromPoint(x, y)?.closest(".spot") ?? null;
  if (over === held.over) return;
  held.over?.classList.remove("over");
  over?.classList.add("over");
  held.over = over;
}

function lift() {
  const what = held.stake ? held.stake.querySelector(".pile") : held.pick.querySelector(".chip");
  held.ghost = what.cloneNode(true);
  held.ghost.classList.add("carried");
  document.body.append(held.ghost);
  document.body.classList.add("is-carrying");
  held.stake?.classList.add("lifted");
  held.pick?.querySelector("input").click(); // choose it as the chip in hand
}

function end(event) {
  if (!held) return;
  const { ghost, stake, spot, pick } = held;
  const amount = stake ? Number(stake.dataset.stake) : Number(pick?.querySelector("input").value);
  drop();
  if (!ghost) return;
  ignoresClick = Boolean(stake); // ignore a click that may follow on the first spot
  setTimeout(() => { ignoresClick = false; });
  const to = spotAt(event.clientX, event.clientY);
  if (!stake) {
    if (to) lay(to, amount);
  } else if (to !== spot) {
    act("lift", { spot, stake: amount });
    if (to) lay(to, amount);
  }
}

function drop() {
  if (!held) return;
  clearTimeout(held.timer);
  held.ghost?.remove();
  held.over?.classList.remove("over");
  held.stake?.classList.remove("lifted");
  document.body.classList.remove("is-carrying");
  held = null;
}
