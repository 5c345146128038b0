// The form in which a fair shoe is checked. What it says stands in the form's data-words, by key.

import { checkShoe, readShoe } from "./fair_shoe.js";

const form = document.querySelector("form[data-words]");
const end = document.getElementById("fair-end"), shown = document.getElementById("fair-shown");
const said = JSON.parse(form.dataset.words);
const FIELDS = { // the fields by their names, and the tag of a written shoe that has each
  commitment: "Commitment", house: "HouseSeed", guest: "GuestSeed", number: "Shoe", decks: "Decks", cut: "Cut",
};

/** A sentence by its key, with values in it. */
function say(key, values = {}) {
  return said[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

function make(name, text = "", kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

/** What stands in the form. */
function asked() {
  const text = (name) => form.elements[name].value;
  const hex = (name) => text(name).trim().toLowerCase();
  const whole = (name) => (/^\s*\d+\s*$/.test(text(name)) ? Number(text(name)) : NaN);
  return {
    commitment: hex("commitment"),
    house: hex("house"),
    guest: text("guest"), // as it is: a space counts
    number: text("number").trim(),
    decks: whole("decks"),
    cut: text("cut").trim() ? whole("cut") : null,
    burns: form.elements.burns.checked,
  };
}

/** Put into the form what a written shoe tells of itself. */
function fillFrom(text) {
  const { tags } = readShoe(text);
  if (!tags.Commitment) return;
  for (const [name, tag] of Object.entries(FIELDS)) {
    if (tags[tag] !== undefined) form.elements[name].value = tags[tag];
  }
  form.elements.cut.value = tags.Cut ?? "";
  form.elements.burns.checked = tags.Burning !== "no";
}

// What is shown

function verdictLine({ name, holds, says, ...values }) {
  const line = make("li", "", holds === null ? "open" : holds ? "holds" : "fails");
  const sign = holds === null ? "·" : holds ? "✓" : "✗";
  line.append(make("b", `${sign} ${said[`check-${name}`]}`), ` ${say(says, values)}`);
  return line;
}

/** The cards, each coup by itself as far as they are written down, and the others after them. */
function shownCards({ cards, burned, coups }) {
  const list = make("dl", "", "shoe");
  list.tabIndex = 0; // it scrolls, also by keys
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

/** The sentence in which it all ends; it is heard, too. */
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
form.querySelector("[type=submit]").disabled = false; // before, the browser itself would have sent the seeds

/** Fill the form from the address: what stands after # never leaves the browser. */
function fill(values) {
  for (const name of Object.keys(FIELDS)) {
    if (values.has(name)) form.elements[name].value = values.get(name);
  }
  form.elements.burns.checked = values.get("burns") !== "no";
}

/** Compare with this shoe, too. */
export function compareWith(text) {
  form.elements.record.value = text;
  check();
}

const given = new URLSearchParams(location.hash.slice(1));
if (given.has("house")) {
  fill(given);
  check();
}
