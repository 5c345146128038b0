// The windows that may hold a stream, if windows cannot share one: the four oldest. A browser opens
// only six connections to a host, and pages need some for other requests.
//
//   const turns = new StreamTurns((mayStream) => …);      called when that changes

const MOST = 4;
const ASKS_EVERY = 2_000, SILENT_AFTER = 5_000, FIRST_ANSWERS = 250; // milliseconds

export class StreamTurns {
  #channel = new BroadcastChannel("baccarat-streams");
  #mine = { id: crypto.getRandomValues(new Uint32Array(2)).join("."), since: Date.now() };
  #others = new Map(); // id → {since, heard}
  #may = false;
  #timer = 0;
  #changed;

  constructor(changed) {
    this.#changed = changed;
    this.#channel.onmessage = ({ data }) => this.#hear(data);
    this.begin();
  }

  begin() {
    this.#say("who?");
    setTimeout(() => this.#count(), FIRST_ANSWERS);
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#ask(), ASKS_EVERY);
  }

  /** Give up the stream when this window closes or sleeps. */
  end() {
    clearInterval(this.#timer);
    this.#say("bye");
    this.#set(false);
  }

  #ask() {
    if (!this.#may) this.#say("who?");
    this.#count();
  }

  #hear({ kind, id, since }) {
    if (kind === "bye") this.#others.delete(id);
    else this.#others.set(id, { since, heard: Date.now() });
    if (kind === "who?") this.#say("me");
  }

  #say(kind) {
    this.#channel.postMessage({ kind, ...this.#mine });
  }

  #count() {
    const { id: me, since: mine } = this.#mine;
    let older = 0;
    for (const [id, { since, heard }] of this.#others) {
      if (!this.#may && Date.now() - heard > SILENT_AFTER) this.#others.delete(id); // it has crashed
      else if (since < mine || (since === mine && id < me)) older += 1;
    }
    this.#set(older < MOST);
  }

  #set(may) {
    if (may === this.#may) return;
    this.#may = may;
    this.#changed(may);
  }
}
