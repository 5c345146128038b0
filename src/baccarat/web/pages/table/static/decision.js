// Chemin de fer: D draws and S stands, wherever the focus is; Enter alone decides nothing.

import { press } from "./play.js";

const TEXT = "input:not([type=radio]):not([type=checkbox]), textarea, select";
let wasThere = false;

function pressed(event) {
  const { key, target, repeat } = event;
  const sheet = document.getElementById("decision");
  if (!sheet || event.ctrlKey || event.metaKey || event.altKey || target.matches(TEXT)) return;
  if (document.querySelector("dialog[open], :popover-open")) return;
  const button = sheet.querySelector(`[data-key="${CSS.escape(key.toLowerCase())}"]`);
  if (!button) return;
  event.preventDefault(); // D doubles a bet at other times
  event.stopPropagation();
  if (!repeat) press(button);
}

// Keyboard and screen reader users learn that it is their turn: the sheet gets the focus. It ignores
// Enter, so that nobody draws by accident.
function settle() {
  const sheet = document.getElementById("decision");
  const isThere = sheet !== null && !document.body.classList.contains("dealing");
  const isLost = document.activeElement === document.body;
  if (isThere && !wasThere && isLost) sheet.focus({ preventScroll: true });
  if (!isThere && wasThere && isLost) document.getElementById("next")?.focus({ preventScroll: true });
  wasThere = isThere;
}

document.addEventListener("keydown", pressed, true);
document.addEventListener("htmx:after:swap", settle);
new MutationObserver(settle).observe(document.body, { attributeFilter: ["class"] });
settle();
