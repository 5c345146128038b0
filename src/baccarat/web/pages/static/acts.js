// What somebody asks for: each act once, in order, asked again until it is answered.
//
//   await ask(3, "place", { spot: "banker", stake: 100 })      at a table
//   await ask("board/4", "result", { said: "B" })              at a board
//   await ask(3, "deal", {}, { number: 42 })                   only if it is the 42nd act
//
// The answer, or null if it was refused: then the reason is told on the page, in its language. Acts
// wait in the window's own store, so a page that was loaded again in the middle of one goes on with
// it; the key that each has lets the server do it once.

import { Client, newKey, Refused } from "./client.js";
import { again } from "./live.js";

const STORE = "baccarat-acts";
const PATIENCE = 300_000; // milliseconds after which an act is too old to be meant
const SHOWN_AFTER = 300; // until then nobody notices that it waits
const CHANGES_SEAT = new Set(["sit", "leave"]);
const root = document.documentElement;
const client = new Client("", { language: root.lang, patience: PATIENCE });
const answers = new Map(); // key → who waits for the answer
let waiting = read();
let isAsking = false;
let timer = 0;

/** Ask a table or a board for an act. */
export function ask(where, act, said = {}, { number } = {}) {
  if (act === "sit" && !navigator.cookieEnabled) { // nobody would know whose seat it is
    object(root.dataset.noCookies ?? "");
    return Promise.resolve(null);
  }
  const place = typeof where === "number" ? `table/${where}` : where;
  const body = { act, ...said, ...(number !== undefined && { number }) };
  const one = { key: newKey(), place, body, since: Date.now() };
  const answer = new Promise((resolve) => answers.set(one.key, resolve));
  keep([...waiting, one]);
  goOn();
  return answer;
}

/** Whether anything is still to be answered. */
export function isPending() {
  return waiting.length > 0;
}

/** Tell why something was not done. */
export function object(text) {
  const line = document.querySelector(".objection") ?? document.querySelector("#announced");
  if (line) line.textContent = text;
}

async function goOn() {
  if (isAsking) return;
  isAsking = true;
  while (waiting.length) {
    const [one] = waiting;
    const told = await answered(one);
    keep(waiting.slice(1));
    if (told && CHANGES_SEAT.has(one.body.act)) again(one.place);
    answers.get(one.key)?.(told);
    answers.delete(one.key);
  }
  isAsking = false;
}

async function answered({ key, place, body, since }) {
  const [kind, number] = place.split("/");
  try {
    if (Date.now() - since > PATIENCE) throw new Error("too old"); // the machine has slept
    const told = await client.post(`${kind}s/${number}/acts`, body, { key });
    object("");
    return told;
  } catch (trouble) {
    object(trouble instanceof Refused ? trouble.message : root.dataset.unasked ?? "");
    return null;
  }
}

function keep(acts) {
  waiting = acts;
  try {
    sessionStorage.setItem(STORE, JSON.stringify(acts));
  } catch {
    // without a store they wait as long as the page is there
  }
  show();
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE)) ?? [];
  } catch {
    return [];
  }
}

/** A mark while acts wait, but not for those that are answered at once. */
function show() {
  if (waiting.length) {
    root.dataset.asking = waiting.length;
    timer ||= setTimeout(mark, SHOWN_AFTER);
  } else {
    delete root.dataset.asking;
    clearTimeout(timer);
    timer = 0;
    mark();
  }
}

function mark() {
  const line = document.querySelector(".waiting");
  if (line) line.hidden = !waiting.length;
}

if (waiting.length) show();
goOn();
