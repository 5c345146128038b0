// What is new at places: by one stream, or where that may not be by asking every two seconds.
//
//   const source = new PartSource({ wanted, heard, said });
//   source.look();                  what is wanted may have changed
//
// `wanted()` tells what to watch: a Map of places to `{scenes, number}`, the number that is known.
// `heard({place, number, since, parts, isFirst, isLate})` gets the parts; `since` is the number that
// they follow, 0 if they are whole. `said({kind, …})` is told how the source is.

import { EventReader } from "./client.js";

const MOST_PLACES = 100, MOST_TEXT = 1_900; // of one request: the server has such bounds
const ASKS_EVERY = 2_000, TRIES_AGAIN = 30_000; // milliseconds, as all below
const FIRST_WAIT = 100, LONGEST_WAIT = 2_000;
const STEADY = 5_000; // a stream that lasts so long is a good one
const SILENCE = 40_000; // the server says something every 15 s
const SUSPECT = 20_000; // so long silent when somebody looks again: perhaps the machine has slept
const GONE_AFTER = 1_000; // a quick restart is nobody's business
const ANSWER_TIME = 10_000;
const LIMITED = new Set([429, 503]); // too many streams: asking is still answered

export class PartSource {
  #language;
  #wanted;
  #heard;
  #said;
  #mayStream = true;
  #open = ""; // what the present stream watches
  #numbers = new Map(); // that the present stream was opened with, or has told
  #over = null; // ends the present run
  #wait = FIRST_WAIT;
  #lastWord = 0;
  #isStopped = false; // the server has refused: asking again would change nothing
  #isGone = false; // and that was said
  #goneTimer = 0;
  #version = "";
  #asksUntil = 0; // no stream before then

  constructor({ wanted, heard, said, language }) {
    this.#language = language;
    this.#wanted = wanted;
    this.#heard = heard;
    this.#said = said;
  }

  /** Something may have changed: what is wanted, or who looks; then what was refused may be given. */
  look(isAsked = false) {
    const wanted = this.#wanted();
    const isOther = watchText(wanted) !== this.#open;
    const isBehind = [...wanted].some(([place, { number }]) => number < this.#numbers.get(place));
    const isSilent = performance.now() - this.#lastWord > SUSPECT;
    if (this.#isStopped ? isAsked || isOther : !this.#over || isOther || isBehind) this.open();
    else if (isAsked && isSilent && !this.#isStopped) this.open();
  }

  /** Whether a stream of its own is allowed. */
  allow(mayStream) {
    if (mayStream === this.#mayStream) return;
    this.#mayStream = mayStream;
    if (this.#over) this.open();
  }

  /** Begin anew with the numbers that are known now. */
  open() {
    this.close();
    this.#isStopped = false;
    const wanted = this.#wanted();
    this.#open = watchText(wanted);
    this.#numbers = new Map([...wanted].map(([place, { number }]) => [place, number]));
    if (!wanted.size) return;
    const over = (this.#over = new AbortController());
    this.#wait = FIRST_WAIT;
    const [first, ...more] = pieces(wanted);
    if (this.#mayStream) this.#run(over.signal, () => this.#stream(first, over.signal));
    else more.unshift(first);
    for (const piece of more) this.#run(over.signal, () => this.#askOnce(piece, over.signal));
  }

  close() {
    this.#over?.abort();
    this.#over = null;
  }

  /** All parts of a place as they are now, for a window that has missed something. */
  async whole(place) {
    const wanted = this.#wanted().get(place);
    const signal = this.#over?.signal;
    if (!wanted || !signal) return;
    try {
      const all = await this.#ask(new Map([[place, { ...wanted, number: 0 }]]), signal);
      if (signal.aborted) return; // it may have been told to another guest
      for (const told of all) this.#heard({ ...told, since: 0, isFirst: false, isLate: false });
    } catch {
      if (!signal.aborted) this.open(); // a new stream tells it
    }
  }

  /** Do something again and again; it waits longer each time that it fails. */
  async #run(signal, attempt) {
    while (!signal.aborted) {
      let pause = 0;
      try {
        pause = await attempt();
      } catch (trouble) {
        if (signal.aborted) return;
        if (trouble instanceof Stopped) {
          this.#setLive(true); // it answers; that it refuses is another matter
          this.#said({ kind: "refused", ...trouble.told });
          this.#isStopped = true;
          this.#over?.abort();
          return;
        }
        this.#setLive(false);
        pause = this.#wait * (0.5 + Math.random() / 2); // not all browsers at the same moment
        this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
      }
      await sleep(pause, signal);
    }
  }

  async #stream(wanted, signal) {
    if (performance.now() < this.#asksUntil) return this.#askOnce(wanted, signal);
    const isLate = this.#isGone;
    const began = performance.now();
    const within = new TimeLimit(signal, ANSWER_TIME);
    try {
      const answer = await this.#fetch("/live", fresh(wanted, this.#wanted()), within.signal);
      if (LIMITED.has(answer.status)) {
        this.#asksUntil = performance.now() + TRIES_AGAIN;
        return await this.#askOnce(wanted, signal);
      }
      await require(answer);
      const reader = new EventReader();
      const bytes = answer.body.getReader();
      const first = new Set(wanted.keys());
      for (;;) {
        const { done, value } = await bytes.read();
        if (done) throw new Error("the stream ended");
        within.extend(SILENCE);
        this.#lastWord = performance.now();
        if (this.#lastWord - began > STEADY) this.#wait = FIRST_WAIT; // else it may fail at once again
        this.#setLive(true);
        for (const event of reader.feed(value)) {
          if (event.kind === "parts") this.#tell(JSON.parse(event.data), first, isLate);
          if (event.kind === "refused") this.#said({ kind: "refused", ...JSON.parse(event.data) });
        }
      }
    } finally {
      within.end();
    }
  }

  #tell(told, first, isLate) {
    const isFirst = first.delete(told.place);
    this.#numbers.set(told.place, told.number);
    this.#heard({ ...told, isFirst, isLate: isLate && isFirst });
  }

  async #askOnce(piece, signal) {
    const isLate = this.#isGone;
    const all = await this.#ask(fresh(piece, this.#wanted()), signal);
    for (const told of signal.aborted ? [] : all) {
      this.#numbers.set(told.place, told.number);
      this.#heard({ ...told, since: 0, isFirst: true, isLate });
    }
    this.#lastWord = performance.now();
    this.#wait = FIRST_WAIT;
    this.#setLive(true);
    return ASKS_EVERY;
  }

  async #ask(wanted, signal) {
    const within = new TimeLimit(signal, ANSWER_TIME);
    try {
      const answer = await this.#fetch("/parts", wanted, within.signal);
      await require(answer);
      return await answer.json();
    } finally {
      within.end();
    }
  }

  async #fetch(path, wanted, signal) {
    const query = `watch=${watchText(wanted)}&last=${lastText(wanted)}`;
    const headers = { "Accept-Language": this.#language };
    const answer = await fetch(`${path}?${query}`, { headers, signal, cache: "no-store" });
    const version = answer.headers.get("Baccarat-Version");
    if (version && version !== this.#version) {
      this.#version = version;
      this.#said({ kind: "version", version });
    }
    return answer;
  }

  /** Say that the server is gone when it has been for a while, and when it is back. */
  #setLive(isLive) {
    if (isLive) {
      clearTimeout(this.#goneTimer);
      this.#goneTimer = 0;
      if (this.#isGone) this.#said({ kind: "live", isLive });
      this.#isGone = false;
    } else if (!this.#isGone && !this.#goneTimer) {
      this.#goneTimer = setTimeout(() => {
        this.#isGone = true;
        this.#said({ kind: "live", isLive: false });
      }, GONE_AFTER);
    }
  }
}

/** The server answered, and asking again would change nothing: a key was revoked, say. */
class Stopped extends Error {
  constructor(told) {
    super(told.detail);
    this.told = told;
  }
}

async function require(answer) {
  if (answer.ok) return;
  if (answer.status >= 500) throw new Error(`status ${answer.status}`);
  let problem = {};
  try {
    problem = await answer.json();
  } catch {
    // whatever stands between us and the server, it is no problem of ours
  }
  throw new Stopped({ status: answer.status, detail: problem.detail ?? "" });
}

/** Aborts when another signal does, or when time is up; ended, it leaves nothing behind. */
class TimeLimit {
  #over = new AbortController();
  #stop = () => this.#over.abort();
  #outer;
  #timer;

  constructor(outer, milliseconds) {
    this.#outer = outer;
    outer.addEventListener("abort", this.#stop);
    if (outer.aborted) this.#stop();
    this.#timer = setTimeout(this.#stop, milliseconds);
  }

  get signal() {
    return this.#over.signal;
  }

  extend(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#stop, milliseconds);
  }

  end() {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener("abort", this.#stop);
    this.#stop();
  }
}

/** The same places with the numbers that are known by now. */
function fresh(piece, now) {
  return new Map([...piece].map(([place, one]) => [place, now.get(place) ?? one]));
}

function watchText(wanted) {
  const all = [...wanted].flatMap(([place, { scenes }]) => [...scenes].map((one) => `${place}:${one}`));
  return all.sort().join(",");
}

function lastText(wanted) {
  const known = [...wanted].filter(([, { number }]) => number > 0);
  return known.map(([place, { number }]) => `${place}:${number}`).join(",");
}

/** What is wanted, in pieces that one request may ask for. */
function pieces(wanted) {
  const all = [];
  let piece = new Map();
  for (const one of wanted) {
    const next = new Map([...piece, one]);
    const isTooLong = Math.max(watchText(next).length, lastText(next).length) > MOST_TEXT;
    if (piece.size && (isTooLong || next.size > MOST_PLACES)) {
      all.push(piece);
      piece = new Map([one]);
    } else piece = next;
  }
  return [...all, piece];
}

function sleep(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}
