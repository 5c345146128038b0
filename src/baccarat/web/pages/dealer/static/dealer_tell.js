// What the dealer is told: one line, a flash and a sound where something was not entered.

const READ_TIME = 1_500; // milliseconds: what is entered sooner does not wipe a complaint away
const line = document.querySelector(".entry .objection");
const once = document.querySelector("#once");
const codes = []; // that came twice and were counted once
const slip = document.querySelector("#reading");
const announced = document.querySelector("#announced");
let sounds = null;
let toldAt = -Infinity;

/** Not entered, and why: a sign and words; the flash and the sound only draw the eye there. */
export function wrong(text) {
  line.textContent = `✕ ${text}`;
  toldAt = performance.now();
  slip.classList.remove("refused");
  void slip.offsetWidth; // so that the flash begins anew
  slip.classList.add("refused");
  sound(160, 0.18);
}

/** Nothing is wrong any more: with what was entered at this moment, or at all. */
export function allIsWell(at = Infinity) {
  if (at - toldAt < READ_TIME) return;
  line.textContent = "";
  slip.classList.remove("refused");
}

/** Read aloud once by a screen reader. */
export function announce(text) {
  announced.textContent = text;
}

/** A reader's stutter: the line stays until the dealer has seen it. */
export function countedOnce(code) {
  codes.push(code);
  once.textContent = document.querySelector(".desk").dataset.sayOnce.replace("#", codes.join(", "));
  once.hidden = false;
}

export function seenIt() {
  codes.length = 0;
  once.hidden = true;
}

export function entered() {
  sound(880, 0.06);
}

function sound(pitch, seconds) {
  if (document.documentElement.dataset.sound !== "on") return;
  sounds ??= new AudioContext();
  const voice = sounds.createOscillator();
  const loud = sounds.createGain();
  loud.gain.value = 0.15;
  voice.frequency.value = pitch;
  voice.connect(loud).connect(sounds.destination);
  voice.start();
  voice.stop(sounds.currentTime + seconds);
}
