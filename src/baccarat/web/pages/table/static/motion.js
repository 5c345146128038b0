// Cards come one after another; parts that show their result wait until all cards have come.

import { chime, rustle } from "./sound.js";

const AT_ONCE = /\/(layout|rack|acts)$/;
const PAYING = 1500; // milliseconds of the payout
const body = document.body;
let moving = null; // {held, batch, timer}: parts that wait, and whether their event still runs
let late = []; // parts to show after the cards, one in each frame
let announced = document.querySelector('[data-over="yes"]')?.dataset.coup; // called before the page opened

export function watchParts() {
  document.addEventListener("part", (event) => {
    showLate();
    const { target, detail: { name, html, isOld } } = event;
    if (name === "hands") {
      finish();
      if (!isOld && begin(target, html)) event.preventDefault(); // old changes are not animated
    } else if (moving?.batch) {
      moving.held.push([target, html]);
      event.preventDefault();
    } else finish(); // a newer change ends the motion
  });
  document.addEventListener("visibilitychange", () => {
    finish();
    showLate();
  });
}

/** Show all cards at once; return whether any were moving. */
export function hurry() {
  const wasMoving = moving !== null;
  finish();
  showLate();
  return wasMoving;
}

function isStill() {
  const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return reduced || document.hidden || step() === 0;
}

// Milliseconds between two cards, from the style sheet, for the chosen speed.
function step() {
  return 1000 * parseFloat(getComputedStyle(body).getPropertyValue("--step"));
}

function coupOn(where) {
  return where.querySelector("[data-coup]");
}

function begin(target, html) {
  const sheet = document.createElement("template");
  sheet.innerHTML = html;
  const fresh = newCards(target, sheet.content);
  if (!fresh.length) return false;
  const isMoved = !isStill();
  if (isMoved) {
    fresh.forEach((card, place) => card.setAttribute("data-wait", place));
    for (const one of sheet.content.querySelectorAll(".total, .crown")) one.setAttribute("data-wait", fresh.length);
    coupOn(sheet.content).setAttribute("data-wait", Math.min(7, fresh.length + 1));
  }
  swap(target, sheet.innerHTML);
  moving = { held: [], batch: true, timer: 0 };
  setTimeout(() => { if (moving) moving.batch = false; });
  if (isMoved) {
    body.classList.add("dealing");
    fresh.forEach((_, place) => rustle(place * step()));
  }
  moving.timer = setTimeout(finish, isMoved ? (fresh.length + 1.5) * step() + 250 : 0);
  return true;
}

// The cards that are new or have been turned up, in dealing order.
function newCards(target, content) {
  const isSame = coupOn(target)?.dataset.coup === coupOn(content)?.dataset.coup;
  const before = new Map(isSame ? cardsOf(target).map((one) => [one.dataset.order, one.dataset.card]) : []);
  const fresh = cardsOf(content).filter((one) => before.get(one.dataset.order) !== one.dataset.card);
  for (const one of fresh) if (before.has(one.dataset.order)) one.setAttribute("data-turned", "");
  return fresh.sort((one, other) => one.dataset.order - other.dataset.order);
}

function cardsOf(where) {
  return [...where.querySelectorAll("[data-order]")];
}

function finish() {
  if (!moving) return;
  const { held, timer } = moving;
  moving = null;
  clearTimeout(timer);
  body.classList.remove("dealing", "paying");
  late = held;
  showLate(isStill() ? null : AT_ONCE);
  requestAnimationFrame(showNext);
  pay();
}

// Show the named parts at once, and the others in later frames: chips do not wait for roads.
function showLate(names = null) {
  const now = late.filter(([target]) => !names || names.test(target.dataset.part));
  late = late.filter((one) => !now.includes(one));
  for (const [target, html] of now) swap(target, html);
}

function showNext() {
  if (!late.length) return;
  swap(...late.shift());
  requestAnimationFrame(showNext);
}

// Animate the payout, and announce the result once.
function pay() {
  const call = coupOn(document);
  if (call?.dataset.over !== "yes" || announced === call.dataset.coup) return;
  announced = call.dataset.coup;
  const said = [call.querySelector(".said"), call.querySelector(".came b")];
  document.getElementById("announced").textContent = said.map((one) => one?.textContent ?? "").join(" ");
  if (call.querySelector(".came.won")) chime();
  if (isStill()) return;
  void body.offsetWidth; // restarts the animation
  body.classList.add("paying");
  setTimeout(() => body.classList.remove("paying"), PAYING);
}

function swap(target, text) {
  return htmx.swap({ target, text, sourceElement: target, swap: "innerMorph" });
}
