// The source of news of places: one stream, or polling every two seconds if no stream is allowed.
//
//   const source = new PartSource({ wanted, heard, said });
//   source.look();                  when the result of wanted() may have changed
//
// `wanted()` returns what to watch: a Map of places to `{scenes, number}`, with the last known number.
// `heard({place, number, since, parts, isFirst, isLate})` takes parts; `since` is the number that they
// follow, 0 if they are complete. `said({kind, …})` takes news about the source itself.

import { EventReader } from "./client.js";

const MOST_PLACES = 100, MOST_TEXT = 1_900; // the server's bounds for a request
const ASKS_EVERY = 2_000, TRIES_AGAIN = 30_000; // milliseconds, like those below
const FIRST_WAIT = 100, LONGEST_WAIT = 2_000;
const STEADY = 5_000; // a stream that lasts this long works
const SILENCE = 40_000; // the server sends a comment every 15 s
const SUSPECT = 20_000; // a stream this silent may be broken: the computer may have slept
const GONE_AFTER = 1_000; // a quick restart of the server is not shown
const ANSWER_TIME = 10_000;
const LIMITED = new Set([429, 503]); // too many streams: polling still works

export class PartSource {
  #language;
  #wanted;
  #heard;
  #said;
  #mayStream = true;
  #open = ""; // the places and scenes of the present stream
  #numbers = new Map(); // the last number of each place in the present stream
  #over = null; // aborts the present run
  #wait = FIRST_WAIT;
  #lastWord = 0;
  #isStopped = false; // the server has refused, and would refuse again
  #isGone = false; // and the page was told
  #goneTimer = 0;
  #version = "";
  #asksUntil = 0; // poll until then

  constructor({ wanted, heard, said, language }) {
    this.#language = language;
    this.#wanted = wanted;
    this.#heard = heard;
    this.#said = said;
  }

  /** React to a change of places or of the viewer; with `isAsked`, try refused places again. */
  look(isAsked = false) {
    const wanted = this.#wanted();
    const isOther = watchText(wanted) !== this.#open;
    const isBehind = [...wanted].some(([place, { number }]) => number < this.#numbers.get(place));
    const isSilent = performance.now() - this.#lastWord > SUSPECT;
    if (this.#isStopped ? isAsked || isOther : !this.#over || isOther || isBehind) this.open();
    else if (isAsked && isSilent && !this.#isStopped) this.open();
  }

  /** Allow a stream, or only polling. */
  allow(mayStream) {
    if (mayStream === this.#mayStream) return;
    this.#mayStream = mayStream;
    if (this.#over) this.open();
  }

  /** Start again with the present numbers. */
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

  /** Fetch all parts of a place, for a window that has missed some. */
  async whole(place) {
    const wanted = this.#wanted().get(place);
    const signal = this.#over?.signal;
    if (!wanted || !signal) return;
    try {
      const all = await this.#ask(new Map([[place, { ...wanted, number: 0 }]]), signal);
      if (signal.aborted) return; // the parts may be for the former viewer
      for (const told of all) this.#heard({ ...told, since: 0, isFirst: false, isLate: false });
    } catch {
      if (!signal.aborted) this.open(); // a new stream brings them
    }
  }

  /** Repeat an attempt, with longer waits after failures. */
  async #run(signal, attempt) {
    while (!signal.aborted) {
      let pause = 0;
      try {
        pause = await attempt();
      } catch (trouble) {
        if (signal.aborted) return;
        if (trouble instanceof Stopped) {
          this.#setLive(true); // the server works, although it refuses
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
        if (this.#lastWord - began > STEADY) this.#wait = FIRST_WAIT; // it may still fail at once
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

  /** Report that the server is gone, after a while, and that it is back. */
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

/** A refusal for which retrying is useless, e.g. a revoked key. */
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
    // the answer of a proxy, not one of our problems
  }
  throw new Stopped({ status: answer.status, detail: problem.detail ?? "" });
}

/** A signal that aborts with another signal or after a time; `end` cleans up. */
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

/** The same places with their present numbers. */
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

/** The wanted places, in pieces that fit into a request. */
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
