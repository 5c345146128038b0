// The wall: fills the screen and keeps it on; it needs no touch.

import "./renew.js";

const fill = document.querySelector("[data-fill]");

function look() {
  fill.hidden = !document.fullscreenEnabled || document.fullscreenElement !== null;
}

/** Keep the screen on, if the browser can. */
async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // the battery is low, or the browser refuses
  }
}

fill.addEventListener("click", () => document.documentElement.requestFullscreen());
document.addEventListener("fullscreenchange", look);
document.addEventListener("visibilitychange", stayAwake);
look();
stayAwake();
