// Acts that the user requests: each is done once, in order, and retried until it is answered.
//
//   await ask(3, "place", { spot: "banker", stake: 100 })      at a table
//   await ask("board/4", "result", { said: "B" })              at a board
//   await ask(3, "deal", {}, { number: 42 })                   only if it is the 42nd act
//
// Returns the answer, or null if the act was refused; then the page shows the reason. Waiting acts
// are kept in sessionStorage, so a page that reloads goes on with them. Every act has a key, so the
// server does it only once.

import { Client, newKey, Refused } from "./client.js";
import { again } from "./live.js";

const STORE = "baccarat-acts";
const PATIENCE = 300_000; // milliseconds after which a waiting act is too old to be done
const SHOWN_AFTER = 300; // milliseconds of waiting before the page shows it
const CHANGES_SEAT = new Set(["sit", "leave"]);
const root = document.documentElement;
const client = new Client("", { language: root.lang, patience: PATIENCE });
const answers = new Map(); // key → the function that takes the answer
let waiting = read();
let isAsking = false;
let timer = 0;

/** Request an act at a table or a board. */
export function ask(where, act, said = {}, { number } = {}) {
  if (act === "sit" && !navigator.cookieEnabled) { // the seat would belong to nobody
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

/** Whether an act is still unanswered. */
export function isPending() {
  return waiting.length > 0;
}

/** Show why something was not done. */
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
    if (Date.now() - since > PATIENCE) throw new Error("too old"); // the computer has slept
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
    // without storage they wait until the page closes
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

/** Show a mark while acts wait, except for quick ones. */
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
