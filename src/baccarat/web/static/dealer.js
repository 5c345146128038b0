// The dealer's page: buttons, keys and what comes live, put together.

import { change, lastCoup, leave, mend, take, undo } from "./dealer-acts.js";
import { clear, desk, draft, inTurn, isBusy, keep, read, seen, target } from "./dealer-draft.js";
import { freshen, listen, returnFocus, submit, takeFocus } from "./dealer-keys.js";
import { back, onArrow, press, recall } from "./dealer-pad.js";
import { allIsWell, wrong } from "./dealer-tell.js";

const AGAIN = 600; // milliseconds in which a second tap on an act is the same tap
let acted = { button: null, at: -Infinity };

const does = {
  take: (line, at) => inTurn(() => take(line, at)),
  same: () => inTurn(() => wrong(desk.dataset.sayOnce)),
  undo: () => {
    const since = isBusy() ? undefined : seen();
    inTurn(() => undo(since));
  },
  back,
  escape: () => inTurn(async () => {
    allIsWell();
    await (target.coup === null ? clear() : leave());
  }),
};

function act(button) {
  const { do: what, change: changes, mend: mends, coup } = button.dataset;
  if (coup) inTurn(() => mend("correct", Number(coup)));
  else if (mends === "cancel") does.escape();
  else if (mends === "strike") inTurn(() => change("strike", { coup: target.coup }));
  else if (mends) inTurn(() => mend(mends, target.coup));
  else if (changes) inTurn(() => change(changes));
  else if (what === "take") submit(does);
  else if (what === "undo") does.undo();
  else if (what === "back") back();
}

function isSameTap(button) {
  const now = performance.now();
  const isAct = ["take", "undo"].includes(button.dataset.do);
  const is = isAct && button === acted.button && now - acted.at < AGAIN;
  acted = { button, at: now };
  return is;
}

desk.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.do !== "take") freshen();
  if (press(button)) acted = { button, at: -Infinity };
  else if (!isSameTap(button)) act(button);
  if (event.detail > 0) takeFocus(); // a finger or a mouse; who goes by keys stays where they are
});
desk.addEventListener("keydown", onArrow);
desk.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target.id !== "typed") does.escape();
});

// What others enter comes live; a draft that was begun before is told so when it is entered.
document.addEventListener("part", ({ detail }) => {
  if (detail.name === "dealer-last") {
    const drawn = new DOMParser().parseFromString(detail.html, "text/html");
    lastCoup(drawn.querySelector("[data-announce]").dataset.announce, Number(desk.dataset.number));
  }
  if (detail.name === "dealer-coups" && !isBusy()) {
    inTurn(async () => {
      if (target.coup !== null) {
        wrong(desk.dataset.sayStale); // the coups may have other numbers now
        await leave();
      } else keep(await read(""));
    });
  }
  setTimeout(returnFocus);
});

recall();
listen(does);
if (!draft.kept) inTurn(clear);
