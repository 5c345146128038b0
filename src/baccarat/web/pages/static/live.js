// This window's end of the stream: the places that it shows, their news, the state of the server.
//
//   follow(show)           calls show(place, number, parts, isOld) whenever a place has changed
//   again("table/3")       a guest has sat down or left: draw that table again
//
// All windows of a browser share a worker, which holds the stream. Without shared workers, each
// window has its own hub. If the browser also blocks messages between windows, as it does when it
// keeps nothing for our pages, each window polls.

const root = document.documentElement;
const OLD = 1_000; // milliseconds after which a change is not animated
const TOGETHER = 30;
const others = channel("baccarat-again"); // to windows without a common worker
let port = null;
let isAlone = false; // this window has its own hub
let onShow = null;
let putOff = ""; // the version to reload for, once no act is waiting

/** Call `show(place, number, parts, isOld)` whenever a place has changed. */
export function follow(show) {
  if (onShow) return; // a module that is loaded by two names would draw twice
  onShow = show;
  shareLanguage();
  others.onmessage = ({ data }) => isAlone && port.postMessage({ kind: "again", place: data });
  const watcher = new MutationObserver(soon(() => watch("watch")));
  watcher.observe(document.body, { childList: true, subtree: true });
  addEventListener("pagehide", () => port?.postMessage({ kind: "bye" }));
  addEventListener("pageshow", ({ persisted }) => persisted && watch("look"));
  document.addEventListener("visibilitychange", () => document.hidden || watch("look"));
  addEventListener("online", () => watch("look"));
  setInterval(reloadIfPutOff, 500);
  watch("watch");
}

/** The viewer of a place has changed (by a cookie), so everything shown of it may be wrong. */
export function again(place) {
  port?.postMessage({ kind: "again", place });
  if (isAlone) others.postMessage(place);
}

/** The places in this window: a Map to their scenes and the oldest number shown. */
function shown() {
  const places = {};
  for (const { dataset } of document.querySelectorAll("[data-watch]")) {
    const [place, scene] = dataset.watch.split(":");
    const number = Number(dataset.number);
    const known = (places[place] ??= { scenes: [], number });
    known.number = Math.min(known.number, number);
    if (!known.scenes.includes(scene)) known.scenes.push(scene);
  }
  return places;
}

let told = "";

function watch(kind) {
  const places = shown();
  const scenes = Object.entries(places).map(([place, one]) => [place, one.scenes]);
  const text = JSON.stringify(scenes);
  if (kind === "watch" && text === told && !isBehind()) return; // nothing new is shown
  told = text;
  if (!port && !scenes.length) return;
  connect();
  port.postMessage({ kind, places });
}

/** Whether some element of the page is older than others of the same place. */
function isBehind() {
  const numbers = new Map();
  for (const { dataset } of document.querySelectorAll("[data-watch]")) {
    const place = dataset.watch.split(":")[0];
    if (numbers.has(place) && numbers.get(place) !== dataset.number) return true;
    numbers.set(place, dataset.number);
  }
  return false;
}

function connect() {
  if (port) return;
  port = sharedPort() ?? ownPort();
  port.onmessage = ({ data }) => hear(data);
}

function sharedPort() {
  if (!("SharedWorker" in window)) return null;
  const address = new URL("./live_worker.js", import.meta.url);
  // A worker serves only pages of its own version and language.
  const name = `baccarat ${root.lang} ${root.dataset.version ?? ""}`;
  const worker = allowed(() => new SharedWorker(address, { type: "module", name }));
  if (!worker) return null;
  worker.addEventListener("error", () => { // it could not be loaded: use a hub here
    port = ownPort();
    port.onmessage = ({ data }) => hear(data);
    port.postMessage({ kind: "watch", places: shown() });
  }, { once: true });
  return worker.port;
}

function ownPort() {
  isAlone = true;
  const { port1, port2 } = new MessageChannel();
  startHub(port2);
  return port1;
}

async function startHub(end) {
  const { Hub } = await import("./live_hub.js");
  const { StreamTurns } = await import("./stream_turns.js");
  const hub = new Hub(root.lang);
  hub.source.allow(false);
  hub.join(end);
  const turns = allowed(() => new StreamTurns((may) => hub.source.allow(may)));
  if (!turns) return; // the number of streams is unknown: poll
  addEventListener("pagehide", () => turns.end());
  document.addEventListener("freeze", () => turns.end());
  document.addEventListener("resume", () => turns.begin());
  addEventListener("pageshow", ({ persisted }) => persisted && turns.begin());
}

function hear(said) {
  if (said.kind === "parts") take(said);
  else if (said.kind === "live") setGone(!said.isLive);
  else if (said.kind === "version") reloadIfOther(said.version);
  else if (said.kind === "refused") tellRefusal(said);
  else if (said.kind === "there?") port.postMessage({ kind: "watch", places: shown() });
}

function take({ place, number, parts, isLate, at }) {
  hide(".over");
  onShow(place, number, parts, isLate || document.hidden || Date.now() - at > OLD);
}

// Messages about the server.

function setGone(isGone) {
  const line = document.querySelector(".gone");
  if (line) line.hidden = !isGone;
  root.toggleAttribute("data-gone", isGone);
}

/** A key was revoked or a session is over: show the way to log in again. */
function tellRefusal({ status, detail, places }) {
  if (places && !places.some((place) => place in shown())) return;
  const line = document.querySelector(".over");
  if (!line) return;
  line.querySelector("span").textContent = detail;
  line.querySelector("a").hidden = status !== 401;
  line.hidden = false;
}

function hide(selector) {
  const line = document.querySelector(selector);
  if (line) line.hidden = true;
}

/** Reload the page for a new version of the server: once each, and never during an act. */
function reloadIfOther(version) {
  const mine = root.dataset.version;
  if (!mine || version === mine || !allowed(() => sessionStorage)) return;
  if (sessionStorage.getItem("baccarat-version") === version) return;
  putOff = version;
  reloadIfPutOff();
}

function reloadIfPutOff() {
  const isTyping = document.activeElement?.matches("input, textarea, select");
  if (!putOff || isTyping || root.dataset.asking) return;
  sessionStorage.setItem("baccarat-version", putOff);
  putOff = "";
  location.reload();
}

/** Share the language with all windows: the window that was loaded last decides. */
function shareLanguage() {
  const windows = channel("baccarat-language");
  windows.onmessage = ({ data }) => data !== root.lang && location.reload();
  windows.postMessage(root.lang);
}

/** A channel to the other windows, or one without effect if the browser has none. */
function channel(name) {
  return allowed(() => new BroadcastChannel(name)) ?? { postMessage() {} };
}

/** The result of `give`; null if the browser lacks the feature or refuses it. */
function allowed(give) {
  try {
    return give();
  } catch {
    return null;
  }
}

function soon(call) {
  let timer = 0;
  return () => {
    timer ||= setTimeout(() => {
      timer = 0;
      call();
    }, TOGETHER);
  };
}
