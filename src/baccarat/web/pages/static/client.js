// A client of the API, for our pages and for programs in JavaScript: one module, no dependencies.
//
//   import { Client } from "/static/client.js";
//   const client = new Client();                      // this page's server
//   const table = client.table(3);
//   await table.sit("Ann", 1000);
//   await table.act("bet", { wagers: "banker=100 tie=5" });
//   for await (const event of table.events()) view = onto(view, event);
//
// An act whose answer was lost is requested again with the same key, so it is done only once. A
// stream that broke continues from its last numbers, so nothing is missed or repeated.

const LOST = new Set([502, 503, 504]); // the request may or may not be done: ask again
const FIRST_WAIT = 50, LONGEST_WAIT = 2000; // milliseconds
const SILENCE = 45_000; // a silent stream is broken: the server sends a comment every 15 s
const STALE = "/problems/stale";

/** The server answered with a problem, and nothing was done. */
export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || `status ${status}`);
    this.name = "Refused";
    this.status = status;
    this.problem = problem;
    this.isStale = problem.type === STALE; // then `number` is the number of the last act
    this.number = problem.number ?? null;
  }
}

/** The server did not answer before the client gave up. */
export class NoAnswer extends Error {
  constructor(trouble) {
    super(`the server does not answer: ${trouble}`);
    this.name = "NoAnswer";
  }
}

/** A server; default: the server of this page. Programs give their key. */
export class Client {
  #root;
  #headers;
  #patience;
  #answerTime;

  constructor(url = "", { key = "", language = "", patience = 10_000, answerTime = 10_000 } = {}) {
    this.#root = `${url.replace(/\/+$/, "")}/api/v1`;
    this.#headers = {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(language && { "Accept-Language": language }),
    };
    this.#patience = patience;
    this.#answerTime = answerTime;
  }

  table(number, token = "") {
    return new Table(this, number, token);
  }

  board(number) {
    return new Board(this, number);
  }

  get(path, params = {}, token = "") {
    return this.#ask(`${path}${query(params)}`, { method: "GET", headers: guestHeader(token) });
  }

  /** Send a question, or with a key an act: two requests with the same key are done once. */
  post(path, body, { key = "", token = "" } = {}) {
    const headers = {
      "Content-Type": "application/json",
      ...(key && { "Idempotency-Key": key }),
      ...guestHeader(token),
    };
    return this.#ask(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  tables() {
    return this.#walk("tables");
  }

  /** All rows of a list that comes in pages. */
  async #walk(name) {
    const rows = [];
    for (let params = {}; params; ) {
      const told = await this.get(name, params);
      rows.push(...told[name]);
      params = told.next ? { after: told.next } : null;
    }
    return rows;
  }

  /** Open a table, as the host: `{game: "ez", seats: 5, clock: {bets: 20}}`. */
  async openTable(opening = {}, { key = newKey() } = {}) {
    return this.table((await this.post("tables", opening, { key })).table);
  }

  async openBoard(opening, { key = newKey() } = {}) {
    return this.board((await this.post("boards", opening, { key })).board);
  }

  /**
   * Live events of tables and boards, in one stream: `{place, number, since, view}`.
   * `since` has the last numbers that you know: `{"table/1": 41}`. The stream ends when you leave
   * the loop or abort the signal.
   */
  async *events({ tables = [], boards = [], since = {}, token = "", signal } = {}) {
    const numbers = { ...since };
    const tries = new Tries(this.#patience);
    for (;;) {
      let retry = 0;
      let trouble = "the stream ended";
      const over = new AbortController();
      const stop = () => over.abort();
      signal?.addEventListener("abort", stop);
      let silent = setTimeout(stop, this.#answerTime);
      try {
        const last = Object.entries(numbers).map(([place, number]) => `${place}:${number}`);
        const path = `${this.#root}/events${query({ tables, boards, last })}`;
        const headers = { ...this.#headers, ...guestHeader(token), Accept: "text/event-stream" };
        const answer = await fetch(path, { headers, signal: over.signal, cache: "no-store" });
        if (!answer.ok) {
          const refused = await refusal(answer);
          if (!LOST.has(answer.status)) throw refused;
          throw new Lost(refused.message);
        }
        const reader = new EventReader();
        for await (const chunk of chunks(answer.body)) {
          clearTimeout(silent);
          silent = setTimeout(stop, SILENCE);
          tries.begin();
          for (const { kind, data } of reader.feed(chunk)) {
            const event = read(kind, data);
            if (event && event.number !== numbers[event.place]) {
              numbers[event.place] = event.number;
              yield event;
            }
          }
          retry = reader.retry;
        }
      } catch (error) {
        if (signal?.aborted) return;
        if (error instanceof Refused) throw error;
        trouble = error.message;
      } finally {
        clearTimeout(silent);
        signal?.removeEventListener("abort", stop);
        over.abort(); // leaving the loop closes the connection
      }
      await sleep(Math.max(tries.wait(trouble), retry), signal);
      if (signal?.aborted) return;
    }
  }

  /**
   * The same with the browser's EventSource, which sends cookies but no headers; it calls
   * `heard(event)` for every event. Close the returned object to end the stream.
   */
  listen({ tables = [], boards = [], since = {} }, heard) {
    const last = Object.entries(since).map(([place, number]) => `${place}:${number}`);
    const source = new EventSource(`${this.#root}/events${query({ tables, boards, last })}`);
    const numbers = { ...since };
    for (const kind of ["table", "board"]) {
      source.addEventListener(kind, ({ data }) => {
        const event = read(kind, data);
        if (event.number === numbers[event.place]) return;
        numbers[event.place] = event.number;
        heard(event);
      });
    }
    return source;
  }

  async #ask(path, asked) {
    const tries = new Tries(this.#patience);
    const headers = { ...this.#headers, ...asked.headers };
    for (;;) {
      let trouble;
      try {
        const signal = AbortSignal.timeout(this.#answerTime);
        const answer = await fetch(`${this.#root}/${path}`, { ...asked, headers, signal });
        if (answer.ok) return await answer.json();
        trouble = await refusal(answer);
        if (!LOST.has(answer.status)) throw trouble;
      } catch (error) {
        if (error instanceof Refused && !LOST.has(error.status)) throw error;
        trouble = error;
      }
      await sleep(tries.wait(trouble.message));
    }
  }
}

/** A table, as seen by a guest or by somebody without a seat. */
export class Table {
  #client;
  #nextCoup = 0; // the newest view's `next_coup`

  constructor(client, number, token = "") {
    this.#client = client;
    this.number = number;
    this.guest = "";
    this.token = token; // browsers also have it as a cookie
  }

  async sit(guest = "", bankroll = 1000, how = {}) {
    const done = await this.act("sit", { guest, bankroll }, how);
    this.guest = done.guest;
    this.token = done.token;
    return done;
  }

  /**
   * Request an act: `act("place", {spot: "banker", stake: 100}, {number: 42})`; number and key are
   * optional. A deal sends the next coup of the newest view, so that it is dealt only once.
   */
  async act(kind, values = {}, { number, key = newKey() } = {}) {
    const meant = kind === "deal" && this.#nextCoup ? { coup: this.#nextCoup } : {};
    const body = { act: kind, ...meant, ...values, ...(number !== undefined && { number }) };
    const path = `tables/${this.number}/acts`;
    const done = await this.#client.post(path, body, { key, token: this.token });
    this.#see(done.view);
    return done;
  }

  async view(since = 0) {
    const { view } = await this.#client.get(`tables/${this.number}`, { since }, this.token);
    this.#see(view);
    return view;
  }

  async *events({ since = 0, signal } = {}) {
    const known = since ? { [`table/${this.number}`]: since } : {};
    const asked = { tables: [this.number], since: known, token: this.token, signal };
    for await (const event of this.#client.events(asked)) {
      this.#see(event.view);
      yield event;
    }
  }

  #see(view) {
    this.#nextCoup = Math.max(this.#nextCoup, view.next_coup ?? 0);
  }
}

/** A board: the shoe of a real table, result by result. */
export class Board {
  #client;

  constructor(client, number) {
    this.#client = client;
    this.number = number;
  }

  enter(said, how = {}) {
    return this.act("result", { said }, how);
  }

  /** `correct` and `insert` take `{coup, said}`, `strike` takes `{coup}`; `undo`, `shoe`, `close`. */
  act(kind, values = {}, { number, key = newKey() } = {}) {
    const body = { act: kind, ...values, ...(number !== undefined && { number }) };
    return this.#client.post(`boards/${this.number}/acts`, body, { key });
  }

  async view() {
    return (await this.#client.get(`boards/${this.number}`)).view;
  }

  events({ since = 0, signal } = {}) {
    const known = since ? { [`board/${this.number}`]: since } : {};
    return this.#client.events({ boards: [this.number], since: known, signal });
  }
}

/** The view after an event, which has only the changed fields. */
export function onto(view, event) {
  if (!event.since || !view) return event.view;
  const results = [...view.results, ...event.view.results];
  return { ...view, ...event.view, since: view.since, results };
}

/** Read server-sent events from byte chunks of any length (HTML standard, 9.2.6). */
export class EventReader {
  #decoder = new TextDecoder(); // removes a byte order mark
  #rest = "";
  #kind = "";
  #id = "";
  #data = [];
  retry = 0; // milliseconds

  *feed(chunk) {
    const text = this.#rest + this.#decoder.decode(chunk, { stream: true });
    const lines = text.split(/\r\n|\n|\r(?!$)/); // a final \r may be half of \r\n
    this.#rest = lines.pop();
    for (const line of lines) {
      if (line) {
        this.#read(line);
        continue;
      }
      if (this.#data.length) {
        yield { kind: this.#kind || "message", data: this.#data.join("\n"), id: this.#id };
      }
      this.#kind = "";
      this.#data = [];
    }
  }

  #read(line) {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") this.#data.push(value);
    else if (name === "event") this.#kind = value;
    else if (name === "id" && !value.includes("\0")) this.#id = value;
    else if (name === "retry" && /^[0-9]{1,9}$/.test(value)) this.retry = Number(value);
  }
}

class Lost extends Error {}

/** The waits between tries, and when to give up. */
class Tries {
  constructor(patience) {
    this.patience = patience;
    this.begin();
  }

  begin() {
    this.since = performance.now();
    this.next = FIRST_WAIT;
  }

  wait(trouble) {
    if (performance.now() - this.since + this.next > this.patience) throw new NoAnswer(trouble);
    const wait = this.next;
    this.next = Math.min(2 * wait, LONGEST_WAIT);
    return wait;
  }
}

/** A new random key; pages without HTTPS have no randomUUID. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function refusal(answer) {
  let problem = {};
  try {
    problem = await answer.json();
  } catch {
    // not one of our problems
  }
  return new Refused(answer.status, problem);
}

/** The chunks of a stream; not every browser lets a loop read them. */
async function* chunks(body) {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function read(kind, data) {
  if (kind !== "table" && kind !== "board") return null;
  const { number, since, view, ...told } = JSON.parse(data);
  return { place: `${kind}/${told[kind]}`, number, since, view };
}

function query(params) {
  const given = Object.entries(params).filter(([, value]) => String(value) !== "");
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

function guestHeader(token) {
  return token ? { "Baccarat-Guest": token } : {};
}

function sleep(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}
