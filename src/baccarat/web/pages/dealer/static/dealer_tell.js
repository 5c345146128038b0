// Messages to the dealer: a line, with a flash and a sound if something was not entered.

const READ_TIME = 1_500; // milliseconds: an entry within this time does not clear an error
const line = document.querySelector(".entry .objection");
const once = document.querySelector("#once");
const codes = []; // codes that came twice and were counted once
const slip = document.querySelector("#reading");
const announced = document.querySelector("#announced");
let sounds = null;
let toldAt = -Infinity;

/** Show that an entry failed and why, with a sign; flash and sound only draw attention. */
export function wrong(text) {
  line.textContent = `✕ ${text}`;
  toldAt = performance.now();
  slip.classList.remove("refused");
  void slip.offsetWidth; // restarts the flash
  slip.classList.add("refused");
  sound(160, 0.18);
}

/** Clear the error after an entry at this time; default: always. */
export function allIsWell(at = Infinity) {
  if (at - toldAt < READ_TIME) return;
  line.textContent = "";
  slip.classList.remove("refused");
}

/** Let screen readers read a text once. */
export function announce(text) {
  announced.textContent = text;
}

/** Note a code that a reader sent twice; the line stays until the dealer has seen it. */
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
