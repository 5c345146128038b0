// Small synthesised sounds, if they are switched on: a card, a chip, a win.

let context = null;

function audio() {
  if (document.documentElement.dataset.sound !== "on") return null;
  context ??= new AudioContext();
  return context;
}

/** A card slides over the cloth, after a delay in milliseconds. */
export function rustle(after = 0) {
  const now = audio();
  if (!now) return;
  const start = now.currentTime + after / 1000;
  const noise = now.createBuffer(1, now.sampleRate * 0.12, now.sampleRate);
  const values = noise.getChannelData(0);
  values.forEach((_, place) => { values[place] = (Math.random() - 0.5) * (1 - place / values.length); });
  const source = new AudioBufferSourceNode(now, { buffer: noise });
  const filter = new BiquadFilterNode(now, { type: "bandpass", frequency: 2600, Q: 0.8 });
  source.connect(filter).connect(loudness(now, 0.25, start, 0.12));
  source.start(start);
}

/** A chip falls on another. */
export function clack() {
  tone(2100, 0, 0.04, 0.12);
  tone(3300, 0.012, 0.03, 0.06);
}

/** A quiet sound for a win. */
export function chime() {
  tone(660, 0, 0.25, 0.08);
  tone(880, 0.11, 0.35, 0.08);
}

function tone(frequency, after, seconds, volume) {
  const now = audio();
  if (!now) return;
  const start = now.currentTime + after;
  const source = new OscillatorNode(now, { type: "sine", frequency });
  source.connect(loudness(now, volume, start, seconds));
  source.start(start);
  source.stop(start + seconds);
}

function loudness(now, volume, start, seconds) {
  const gain = new GainNode(now, { gain: 0 });
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  gain.connect(now.destination);
  return gain;
}
