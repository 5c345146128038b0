// The pad: each button is a piece of the coup that could also be typed.

import { draft, keep, read, seen } from "./dealer_draft.js";
import { answered, push } from "./dealer_queue.js";
import { allIsWell, countedOnce, wrong } from "./dealer_tell.js";

const BOUNCE = 300, SAME_RANK = 100; // milliseconds in which a second tap is the same tap
const WAY = "baccarat-dealer-way", SUITS = "baccarat-dealer-suits";
const switchOfSuits = document.querySelector("[data-with-suits]");
let tapped = { button: null, at: -Infinity };
let rank = null; // a rank that waits for its suit

/** Handle a click on the pad; return whether it was on the pad. */
export function press(button, at) {
  const { piece, way, suit, rank: tappedRank } = button.dataset;
  const passed = button === tapped.button ? at - tapped.at : Infinity;
  tapped = { button, at };
  if (way) choose(way);
  else if (button === switchOfSuits) withSuits(switchOfSuits.getAttribute("aria-checked") !== "true");
  else if (piece) {
    if (passed >= BOUNCE) push({ do: "toggle", text: piece, group: button.dataset.group });
  } else if (tappedRank) ranked(tappedRank, passed < SAME_RANK);
  else if (suit) suited(suit);
  else return false;
  return true;
}

/** After Enter, a tap is a new one. */
export function untap() {
  tapped = { button: null, at: -Infinity };
}

/** Replace the piece of this group by the new one, or remove it if it was there. */
export function toggle({ text: piece, group }) {
  const like = [...document.querySelectorAll(`[data-group="${group}"]`)].map((one) => one.dataset.piece);
  const pieces = draft.kept.split(" ").filter(Boolean);
  const others = pieces.filter((one) => !like.includes(one));
  return put((pieces.includes(piece) ? others : [...others, piece]).join(" "));
}

/** Keep these pieces, if they are possible. */
async function put(pieces) {
  draft.since ??= seen();
  const reading = await answered(() => read("", pieces));
  if (reading.why) {
    wrong(reading.why);
    return;
  }
  allIsWell();
  keep(reading);
}

/** Remove the last piece. */
export function back() {
  return put(draft.kept.split(" ").slice(0, -1).join(" "));
}

/** Add a card after the others. */
export function add({ text: card }) {
  return put(`${draft.kept} ${card}`);
}

function ranked(said, isSame) {
  const isWithSuits = switchOfSuits.getAttribute("aria-checked") === "true";
  if (said !== "/" && isWithSuits) arm(said);
  else if (isSame) countedOnce(said);
  else push({ do: "card", text: said === "/" ? said : `${said}x` });
}

function suited(suit) {
  if (rank) push({ do: "card", text: rank + suit });
  arm(null);
}

function arm(said) {
  rank = said;
  for (const button of document.querySelectorAll("[data-rank]")) {
    button.setAttribute("aria-pressed", String(button.dataset.rank === said));
  }
  for (const button of document.querySelectorAll("[data-suit]")) button.disabled = said === null;
}

function withSuits(is) {
  switchOfSuits.setAttribute("aria-checked", String(is));
  switchOfSuits.closest(".pad").classList.toggle("with-suits", is);
  remember(SUITS, is ? "yes" : "no");
  arm(null);
}

/** Choose the way of entry: result, totals or cards. */
export function choose(way) {
  for (const pad of document.querySelectorAll("[data-pad]")) pad.hidden = pad.dataset.pad !== way;
  for (const button of document.querySelectorAll("[data-way]")) {
    const is = button.dataset.way === way;
    button.setAttribute("aria-checked", String(is));
    button.tabIndex = is ? 0 : -1;
  }
  remember(WAY, way);
}

/** The arrow keys choose the way, as among radio buttons. */
export function onArrow(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step || !event.target.dataset?.way) return;
  event.preventDefault();
  const all = [...document.querySelectorAll("[data-way]")];
  const next = all[(all.indexOf(event.target) + step + all.length) % all.length];
  choose(next.dataset.way);
  next.focus();
}

function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // without storage, every page begins with the result
  }
}

/** Choose the last way that was used in this browser. */
export function recall() {
  let way = null;
  try {
    way = localStorage.getItem(WAY);
    withSuits(localStorage.getItem(SUITS) === "yes");
  } catch {
    // as above
  }
  if (document.querySelector(`[data-pad="${CSS.escape(way ?? "")}"]`)) choose(way);
}
