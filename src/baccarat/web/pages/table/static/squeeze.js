// The squeeze: lift a card by finger, mouse or key; the server says what an edge shows.
// Lengths are in units of the drawn card: 250 by 350, long edge at x = 0, short edge at y = 0.

import { act } from "./play.js";
import { turnOver } from "./turning.js";

const ANGLE = { long: 0, short: 90, corner: 35.33 }; // direction of the lift, in degrees
const OPEN = { long: 86, short: 82, corner: 91.4 }; // depth of the lift after the answer
const ASKS = 0.7; // share of that depth that asks the server; below it, a released edge falls back
const TURNS = { long: 165, short: 225, corner: 200 }; // depth that turns the card up
const SURE = 6; // length that shows the direction of a drag from the middle
const FALLS = 190; // milliseconds of the fall
const KEYS = { ArrowUp: "long", ArrowDown: "long", ArrowLeft: "short", ArrowRight: "short", Home: "corner", c: "corner", C: "corner" };

let drag = null; // {pointer, lies, from, edge, rest}: the present drag
let bent = null; // {edge, depth, lid}: the bend that is drawn over the card
let asked = new Set(); // edges whose lift was requested
let shownKey = "";
let frame = 0;

const cardNow = () => document.getElementById("squeezed");
const isMine = (card) => card?.dataset.free !== undefined;
const words = (text) => (text ? text.split(" ") : []);
const isOpen = (card, edge) => words(card.dataset.lifted).includes(edge);
const isFree = (card, edge) => words(card.dataset.free).includes(edge) && !asked.has(edge);
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Request the lift of an edge. */
function peel(edge) {
  if (!isFree(cardNow(), edge)) return;
  asked.add(edge);
  act("peel", { step: edge }).then((done) => {
    if (!done) asked.delete(edge);
    if (!done && !drag) fall();
  });
}

// Draw the bent card, dark below its back until the server has said what is there.
function draw() {
  const card = cardNow();
  const lift = card?.querySelector(".lift");
  if (!lift) return;
  lift.toggleAttribute("hidden", !bent);
  if (!bent) return;
  const { edge, depth, lid } = bent;
  const turned = `rotate(${ANGLE[edge]})`;
  const known = isOpen(card, edge) ? OPEN[edge] : 0;
  lift.setAttribute("clip-path", `url(#${lid})`);
  card.querySelector(".far").setAttribute("transform", `${turned} translate(${depth} 0)`);
  lift.querySelector(".cover").toggleAttribute("hidden", depth >= known);
  lift.querySelector(".towards").setAttribute("transform", turned);
  const gap = lift.querySelector(".gap");
  gap.setAttribute("x", known);
  gap.setAttribute("width", Math.max(0, depth - known));
  lift.querySelector(".crest").setAttribute("transform", `translate(${depth} 0)`);
}

function bend(edge, depth) {
  bent = { edge, depth: Math.max(0, depth), lid: bent?.edge === edge ? bent.lid : cardNow().dataset.lid };
  draw();
}

function stop() {
  cancelAnimationFrame(frame);
  bent = null;
  draw();
}

/** Move the back from its place to its resting place. */
function glide(edge, to) {
  cancelAnimationFrame(frame);
  if (!cardNow() || isStill()) return stop();
  const from = bent?.edge === edge ? bent.depth : 0;
  const start = performance.now();
  const step = (now) => {
    if (!cardNow()) return;
    const part = Math.min(1, (now - start) / FALLS);
    bend(edge, from + (to - from) * (1 - (1 - part) ** 3));
    if (part < 1) frame = requestAnimationFrame(step);
    else if (to === 0 || isOpen(cardNow(), edge)) stop();
  };
  frame = requestAnimationFrame(step);
}

function fall() {
  if (!bent) return;
  const { edge } = bent;
  const waits = asked.has(edge) || isOpen(cardNow(), edge);
  glide(edge, waits ? OPEN[edge] : 0);
}

// The transform from window to card coordinates, for a card in any orientation.
function frameOf(card) {
  return card.querySelector(".bend").getScreenCTM().inverse();
}

function placeOf({ clientX, clientY }, card) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(card);
  return { x, y };
}

// Near the corner, the corner; near an edge, that edge; otherwise the direction of the drag decides.
function edgeAt({ x, y }) {
  if (x < 70 && y < 90) return "corner";
  if (x < 90 && x / 250 <= y / 350) return "long";
  return y < 110 ? "short" : null;
}

function edgeTo(x, y) {
  if (Math.hypot(x, y) < SURE || (x < 0 && y < 0)) return null;
  const angle = (Math.atan2(y, x) * 180) / Math.PI;
  if (angle > 18 && angle < 62) return "corner";
  return Math.abs(angle) < 62 ? "long" : "short";
}

function begin(event) {
  const card = event.target.closest?.("#squeezed");
  if (!isMine(card) || event.button !== 0 || drag) return;
  event.preventDefault();
  card.focus({ preventScroll: true });
  card.setPointerCapture(event.pointerId);
  cancelAnimationFrame(frame);
  const lies = frameOf(card);
  const from = placeOf(event, lies);
  drag = { pointer: event.pointerId, lies, from, edge: edgeAt(from), rest: 0 };
  if (drag.edge) drag.rest = isOpen(card, drag.edge) ? OPEN[drag.edge] : 0;
}

function move(event) {
  const card = cardNow();
  if (drag?.pointer !== event.pointerId || !card) return;
  const { x, y } = placeOf(event, drag.lies);
  const across = x - drag.from.x;
  const down = y - drag.from.y;
  if (!drag.edge) {
    drag.edge = edgeTo(across, down);
    if (!drag.edge) return;
    drag.rest = isOpen(card, drag.edge) ? OPEN[drag.edge] : 0;
  }
  const { edge } = drag;
  const angle = (ANGLE[edge] * Math.PI) / 180;
  const depth = drag.rest + across * Math.cos(angle) + down * Math.sin(angle);
  if (depth >= TURNS[edge]) {
    drag = null;
    act("reveal");
    return;
  }
  bend(edge, depth);
  if (depth >= ASKS * OPEN[edge]) peel(edge);
}

function end(event) {
  if (drag?.pointer !== event.pointerId) return;
  drag = null;
  fall();
}

function pressed(event) {
  const { key, target } = event;
  if (target.id !== "squeezed" || event.ctrlKey || event.metaKey || event.altKey) return;
  const edge = KEYS[key];
  if (!edge && key !== "Enter" && key !== " ") return;
  event.preventDefault(); // at the table these keys have other uses
  event.stopPropagation();
  if (!edge) {
    if (!event.repeat) act("reveal");
  } else lift(edge);
}

/** Lift by key or button: the back bends, and waits for the answer. */
function lift(edge) {
  if (!isFree(cardNow(), edge)) return;
  glide(edge, OPEN[edge]);
  peel(edge);
}

// Before new parts are shown: start the bend of an edge that another window has lifted.
function coming(event) {
  if (event.detail.name !== "hands") return;
  const before = cardNow();
  const sheet = document.createElement("template");
  sheet.innerHTML = event.detail.html;
  const after = sheet.content.getElementById("squeezed");
  if (!before) return;
  const key = sheet.content.getElementById("stage")?.dataset.key;
  if (key !== shownKey) {
    const order = before.closest("#stage").dataset.cardOrder;
    turnOver(before, sheet.content.querySelector(`[data-order="${order}"] svg`));
    return;
  }
  const fresh = words(after.dataset.lifted).find((edge) => !isOpen(before, edge));
  if (!fresh || bent?.edge === fresh) return;
  bent = { edge: fresh, depth: 0, lid: before.dataset.lid };
}

// After new parts are shown: draw the bend again, or prepare a new card.
function settle() {
  const stage = document.getElementById("stage");
  const card = cardNow();
  if ((stage?.dataset.key ?? "") !== shownKey) greet(stage, card);
  if (!card || !bent) return;
  draw();
  if (!drag && isOpen(card, bent.edge) && bent.depth < OPEN[bent.edge]) glide(bent.edge, OPEN[bent.edge]);
  else if (!drag && isOpen(card, bent.edge)) stop();
}

function greet(stage, card) {
  if (stage && document.body.classList.contains("dealing")) return; // cards are still being dealt
  const hadFocus = shownKey !== "" && document.activeElement === document.body;
  shownKey = stage?.dataset.key ?? "";
  asked = new Set();
  drag = bent = null;
  cancelAnimationFrame(frame);
  if (isMine(card)) {
    if (!document.querySelector("dialog[open], :popover-open")) card.focus({ preventScroll: true });
    card.scrollIntoView({ block: "nearest" });
  } else if (hadFocus) document.getElementById("next")?.focus({ preventScroll: true });
  count(stage);
}

// The countdown of the squeeze, from the moment when this window first saw the card.
let ticking = 0;

function count(stage) {
  clearInterval(ticking);
  const said = stage?.querySelector(".left");
  if (!said) return;
  const key = `${location.pathname} ${shownKey}`;
  const until = kept(key) ?? Date.now() + 1000 * Number(said.dataset.seconds);
  keep(key, until);
  const tell = () => {
    const now = document.querySelector("#stage .left");
    const left = String(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    if (now) now.textContent = now.dataset.says.replace("#", left);
  };
  tell();
  ticking = setInterval(tell, 250);
}

// The countdown survives a reload, unless the browser has no storage.
function kept(key) {
  try {
    const known = JSON.parse(sessionStorage.getItem("squeeze") ?? "{}");
    return known.key === key ? known.until : null;
  } catch {
    return null;
  }
}

function keep(key, until) {
  try {
    sessionStorage.setItem("squeeze", JSON.stringify({ key, until }));
  } catch {
    // as above
  }
}

document.addEventListener("pointerdown", begin);
document.addEventListener("pointermove", move);
document.addEventListener("pointerup", end);
document.addEventListener("pointercancel", end);
document.addEventListener("keydown", pressed, true);
document.addEventListener("part", coming, true);
document.addEventListener("htmx:after:swap", settle);
document.addEventListener("click", ({ target }) => {
  const edge = target.closest("[data-peel]")?.dataset.peel;
  if (!edge) return;
  cardNow().focus({ preventScroll: true }); // the button will be disabled, so focus the card
  lift(edge);
});
new MutationObserver(settle).observe(document.body, { attributeFilter: ["class"] });
settle();
