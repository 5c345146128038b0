// The wall: it fills the screen and keeps it awake; nothing on it is to be touched.

import "./renew.js";

const fill = document.querySelector("[data-fill]");

function look() {
  fill.hidden = !document.fullscreenEnabled || document.fullscreenElement !== null;
}

/** A screen that nobody touches would go dark; where the browser can, it is kept on. */
async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // the battery is low, or the browser does not want to
  }
}

fill.addEventListener("click", () => document.documentElement.requestFullscreen());
document.addEventListener("fullscreenchange", look);
document.addEventListener("visibilitychange", stayAwake);
look();
stayAwake();
