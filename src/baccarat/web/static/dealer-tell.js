// What the dealer is told: one line, a flash and a sound where something was not entered.

const line = document.querySelector(".entry .objection");
const slip = document.querySelector("#reading");
const announced = document.querySelector("#announced");
let sounds = null;

/** Not entered, and why: a sign and words; the flash and the sound only draw the eye there. */
export function wrong(text) {
  line.textContent = `✕ ${text}`;
  slip.classList.remove("refused");
  void slip.offsetWidth; // so that the flash begins anew
  slip.classList.add("refused");
  sound(160, 0.18);
}

export function allIsWell() {
  line.textContent = "";
  slip.classList.remove("refused");
}

/** Read aloud once by a screen reader. */
export function announce(text) {
  announced.textContent = text;
}

export function entered() {
  allIsWell();
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
