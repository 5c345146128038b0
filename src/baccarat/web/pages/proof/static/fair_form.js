// The form that checks a fair shoe. Its sentences are in the form's data-words, by key.

import { checkShoe, readShoe } from "./fair_shoe.js";

const form = document.querySelector("form[data-words]");
const end = document.getElementById("fair-end"), shown = document.getElementById("fair-shown");
const said = JSON.parse(form.dataset.words);
const FIELDS = { // each field by its name, with its tag in a written shoe
  commitment: "Commitment", house: "HouseSeed", guest: "GuestSeed", number: "Shoe", decks: "Decks", cut: "Cut",
};

/** A sentence by its key, with its values. */
function say(key, values = {}) {
  return said[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

function make(name, text = "", kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

/** The values of the form. */
function asked() {
  const text = (name) => form.elements[name].value;
  const hex = (name) => text(name).trim().toLowerCase();
  const whole = (name) => (/^\s*\d+\s*$/.test(text(name)) ? Number(text(name)) : NaN);
  return {
    commitment: hex("commitment"),
    house: hex("house"),
    guest: text("guest"), // unchanged, because spaces count
    number: text("number").trim(),
    decks: whole("decks"),
    cut: text("cut").trim() ? whole("cut") : null,
    burns: form.elements.burns.checked,
  };
}

/** Fill the form from the tags of a written shoe. */
function fillFrom(text) {
  const { tags } = readShoe(text);
  if (!tags.Commitment) return;
  for (const [name, tag] of Object.entries(FIELDS)) {
    if (tags[tag] !== undefined) form.elements[name].value = tags[tag];
  }
  form.elements.cut.value = tags.Cut ?? "";
  form.elements.burns.checked = tags.Burning !== "no";
}

// The answer

function verdictLine({ name, holds, says, ...values }) {
  const line = make("li", "", holds === null ? "open" : holds ? "holds" : "fails");
  const sign = holds === null ? "·" : holds ? "✓" : "✗";
  line.append(make("b", `${sign} ${said[`check-${name}`]}`), ` ${say(says, values)}`);
  return line;
}

/** The cards: coup by coup as far as coups are written down, then the others. */
function shownCards({ cards, burned, coups }) {
  const list = make("dl", "", "shoe");
  list.tabIndex = 0; // so that keys can scroll it
  const add = (name, some, kind) => {
    if (some.length) list.append(make("dt", name), make("dd", some.join(" "), kind));
  };
  let at = 0;
  const take = (many) => cards.slice(at, (at += many));
  if (burned) add(said.burn, take(1));
  add(said.burned, take(burned));
  coups.forEach((coup, place) => add(String(place + 1), take(coup.length)));
  add(coups.length ? said.left : said.cards, take(cards.length), "rest");
  return list;
}

/** Show the final verdict, also to screen readers. */
function tellEnd(text, kind) {
  end.textContent = text;
  end.className = kind;
}

function show(found) {
  shown.replaceChildren();
  if (found.bad) {
    form.elements[found.bad].setAttribute("aria-invalid", "true");
    tellEnd(said[`bad-${found.bad}`], "fails");
    return;
  }
  const fails = found.checks.filter(({ holds }) => holds === false).map(({ name }) => said[`check-${name}`]);
  const isCompared = found.checks.some(({ name, holds }) => name === "order" && holds);
  if (fails.length) tellEnd(say("fails", { checks: fails.join(", ") }), "fails");
  else tellEnd(said[isCompared ? "all-holds" : "holds"], "holds");
  const lines = make("ul", "", "checks");
  lines.append(...found.checks.map(verdictLine));
  const all = make("details");
  all.open = true;
  all.append(make("summary", said.shown), shownCards(found));
  shown.append(lines, all);
}

function check() {
  for (const one of form.elements) one.removeAttribute("aria-invalid");
  show(checkShoe(asked(), form.elements.record.value));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});
form.elements.record.addEventListener("change", ({ target }) => fillFrom(target.value));
form.querySelector("[type=submit]").disabled = false; // disabled until here, so that the browser does not send the seeds

/** Fill the form from the address; the part after # never leaves the browser. */
function fill(values) {
  for (const name of Object.keys(FIELDS)) {
    if (values.has(name)) form.elements[name].value = values.get(name);
  }
  form.elements.burns.checked = values.get("burns") !== "no";
}

/** Also compare with this written shoe. */
export function compareWith(text) {
  form.elements.record.value = text;
  check();
}

const given = new URLSearchParams(location.hash.slice(1));
if (given.has("house")) {
  fill(given);
  check();
}
