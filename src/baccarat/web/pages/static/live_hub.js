// The hub between all windows of a browser and their common source of news.
//
// A window sends `{kind: "watch", places: {"table/3": {scenes: ["table"], number: 41}}}` when it
// opens, shows other places, becomes visible again, or answers `there?`. `{kind: "again", place}`:
// the viewer of a place has changed, so send all of it. `{kind: "bye"}`: the window closes. A window
// that does not answer has crashed, or sleeps and will send `watch` later.

import { PartSource } from "./part_source.js";

const ASKS_EVERY = 10_000, SILENT_AFTER = 25_000; // milliseconds
const TOGETHER = 20; // milliseconds: windows that open together change the stream once

export class Hub {
  #windows = new Map(); // port → {places: Map of place → {scenes, number}, heard: when}
  #state = new Map(); // the last message of each kind, for windows that open later
  #timer = 0;
  #isAsked = false; // a window is new or visible again, so try refused places again

  constructor(language) {
    this.source = new PartSource({
      language,
      wanted: () => this.#wanted(),
      heard: (told) => this.#hand(told),
      said: (told) => this.#say(told),
    });
    setInterval(() => this.#askAll(), ASKS_EVERY);
  }

  join(port) {
    port.onmessage = ({ data }) => this.#hear(port, data);
  }

  #hear(port, said) {
    if (said.kind !== "watch" || !this.#windows.has(port)) this.#isAsked = true;
    if (said.kind === "bye") this.#windows.delete(port);
    else if (said.kind === "again") this.#again(said.place);
    else this.#note(port, said.places);
    this.#timer ||= setTimeout(() => {
      this.source.look(this.#isAsked);
      this.#timer = this.#isAsked = 0;
    }, TOGETHER);
  }

  #note(port, told) {
    const known = this.#windows.get(port)?.places ?? new Map();
    const places = new Map();
    for (const [place, { scenes, number }] of Object.entries(told)) {
      const before = known.get(place);
      places.set(place, { scenes, number: before ? Math.min(before.number, number) : number });
    }
    const isNew = !this.#windows.has(port);
    this.#windows.set(port, { places, heard: Date.now() });
    if (isNew) for (const said of this.#state.values()) port.postMessage(said);
  }

  /** Forget all that windows have of a place, because a guest has sat down or left. */
  #again(place) {
    for (const { places } of this.#windows.values()) {
      if (places.has(place)) places.get(place).number = 0;
    }
    this.source.close(); // its last parts were for the former viewer
  }

  #wanted() {
    const all = new Map();
    for (const { places } of this.#windows.values()) {
      for (const [place, { scenes, number }] of places) {
        const known = all.get(place) ?? { scenes: new Set(), number };
        for (const scene of scenes) known.scenes.add(scene);
        known.number = Math.min(known.number, number);
        all.set(place, known);
      }
    }
    return all;
  }

  /** Send parts to the windows with the number that they follow; others need all parts. */
  #hand({ place, number, since, parts, isFirst, isLate }) {
    const at = Date.now();
    let isMissed = false;
    this.#state.delete("refused");
    for (const [port, { places }] of this.#windows) {
      const known = places.get(place);
      if (!known || known.number === number) continue;
      if (known.number > number && !isFirst) continue; // the window already has newer parts
      if (since && since !== known.number) {
        isMissed = true;
        continue;
      }
      known.number = number;
      port.postMessage({ kind: "parts", place, number, parts, isLate, at });
    }
    if (isMissed) this.source.whole(place);
  }

  #say(told) {
    this.#state.set(told.kind, told);
    for (const port of this.#windows.keys()) port.postMessage(told);
  }

  #askAll() {
    const now = Date.now();
    for (const [port, { heard }] of this.#windows) {
      if (now - heard > SILENT_AFTER) this.#windows.delete(port);
      else port.postMessage({ kind: "there?" });
    }
    this.source.look();
  }
}
