// The dealer's page: connects buttons, keys and live parts.

import { change, clear, lastCoup, leave, mend, settle, take, undo } from "./dealer_acts.js";
import { mark } from "./dealer_doubles.js";
import { desk, draft, seen, target } from "./dealer_draft.js";
import { freshen, listen, returnFocus, submit, takeFocus } from "./dealer_keys.js";
import { add, back, onArrow, press, recall, toggle, untap } from "./dealer_pad.js";
import { begin, dropLast, forget, goOn, isAsking, isBusy, push } from "./dealer_queue.js";
import { allIsWell, seenIt, wrong } from "./dealer_tell.js";

const AGAIN = 300; // milliseconds in which a second tap on Undo is the same tap
let undone = -Infinity;

const does = {
  take: (text, at, isSame) => {
    untap();
    if (isAsking() && !text) goOn();
    else push({ do: "line", text, at, isSame });
  },
  undo: () => push({ do: "undo", ...(!isBusy() && { number: seen() + 1 }) }),
  back: () => {
    if (!isAsking()) push({ do: "back" });
    else if (!dropLast()) does.escape();
  },
  escape: () => {
    if (isAsking()) forget();
    push({ do: "escape" });
  },
};

async function escape() {
  allIsWell();
  seenIt();
  if (target.coup === null) clear();
  else leave();
}

function act(button, event) {
  const { do: what, change: changes, mend: mends, coup } = button.dataset;
  if (coup) push({ work: () => mend("correct", Number(coup)) });
  else if (mends === "cancel") does.escape();
  else if (mends === "strike") push({ work: (thing) => change(thing, "strike", { coup: target.coup }) });
  else if (mends) push({ work: () => mend(mends, target.coup) });
  else if (changes) push({ work: (thing) => change(thing, changes) });
  else if (what === "take") submit(event, does);
  else if (what === "back") does.back();
  else if (what === "undo" && event.timeStamp - undone >= AGAIN) {
    undone = event.timeStamp;
    does.undo();
  }
}

desk.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.do !== "take") freshen();
  if (!press(button, event.timeStamp)) act(button, event);
  if (event.detail > 0) takeFocus(); // a finger or a mouse: keyboard users keep their focus
});
desk.addEventListener("keydown", onArrow);
desk.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target.id !== "typed") does.escape();
});
desk.addEventListener("shown", mark);

// Other dealers' entries come live; a draft that was begun before is refused when it is entered.
document.addEventListener("part", ({ detail }) => {
  if (detail.name === "dealer-last") {
    const drawn = new DOMParser().parseFromString(detail.html, "text/html");
    lastCoup(drawn.querySelector("[data-announce]").dataset.announce, Number(desk.dataset.number));
  }
  if (detail.name === "dealer-coups" && !isBusy()) {
    if (target.coup !== null) {
      wrong(desk.dataset.sayStale); // the coups may have new numbers
      leave();
    }
    draft.isShown = false; // the next coup has a new number
    settle();
  }
  setTimeout(returnFocus);
});

recall();
begin({ line: take, toggle, card: add, back, undo, escape, settle });
listen(does);
if (!isBusy()) settle();
