// The score of the drill over time. It stays in this browser.

const KEPT = "baccarat-drill-score";
const MOST = 2000; // answers to keep
const LATELY = 20; // last answers of each kind, for the advice on what to practise
const WINDOW = 10; // answers for each point of a plot
const PLOTTED = 200;
const DAYS = 7;
const room = document.querySelector("#score");
const number = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });

// An answer is { at, kind, right, milliseconds, points }, the newest last.
function answers() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return kept.filter(({ at, milliseconds, points }) => [at, milliseconds, points].every(Number.isFinite));
  } catch {
    return [];
  }
}

function keep(all) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(all.slice(-MOST)));
  } catch { /* works without storage, too */ }
}

const rights = (all) => all.filter((one) => one.right).length;
const seconds = (all) => all.reduce((sum, one) => sum + one.milliseconds, 0) / 1000 / all.length;
const share = (all) => rights(all) / all.length;

// The present run of right answers, and the longest.
function runs(all) {
  let [run, best] = [0, 0];
  for (const one of all) {
    run = one.right ? run + 1 : 0;
    best = Math.max(best, run);
  }
  return { run, best };
}

// The kind with the fewest right answers lately; among equals, the slower.
// A kind without answers comes first.
function weakest(all) {
  const kinds = [...room.querySelectorAll("tr[data-kind]")].map((row) => row.dataset.kind);
  const lately = (kind) => all.filter((one) => one.kind === kind).slice(-LATELY);
  const rank = (kind) => (lately(kind).length ? share(lately(kind)) : -1);
  const slow = (kind) => (lately(kind).length ? seconds(lately(kind)) : 0);
  return kinds.sort((one, other) => rank(one) - rank(other) || slow(other) - slow(one))[0];
}

function fill(row, all) {
  const told = all.length
    ? [all.length, `${rights(all)} (${percent.format(share(all))})`, all.length - rights(all), number.format(seconds(all))]
    : [0, "–", "–", "–"];
  [...row.querySelectorAll("td")].forEach((cell, place) => { cell.textContent = told[place]; });
}

function showDays(all) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" });
  const days = grouped(all, format);
  const rows = [...days].slice(-DAYS).reverse().map(([day, told]) => {
    const row = document.createElement("tr");
    const head = Object.assign(document.createElement("th"), { scope: "row", textContent: day });
    row.append(head, ...Array.from({ length: 4 }, () => document.createElement("td")));
    fill(row, told);
    return row;
  });
  room.querySelector("[data-days] tbody").replaceChildren(...rows);
}

function grouped(all, format) {
  const days = new Map();
  for (const one of all) {
    const day = format.format(one.at);
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  return days;
}

// A line through the means of ten answers each, from 0 at the bottom to `top`.
function plot(name, values, top) {
  const across = Math.max(values.length - 1, 1);
  const points = values.map((value, place) => `${(100 * place) / across},${30 - (28 * value) / top}`);
  room.querySelector(`[data-plot-${name}]`).setAttribute("points", points.join(" "));
}

function showPlots(all) {
  const seen = all.slice(-PLOTTED - WINDOW);
  const windows = seen.map((_, end) => seen.slice(Math.max(0, end + 1 - WINDOW), end + 1)).slice(-PLOTTED);
  const [shares, times] = [windows.map(share), windows.map(seconds)];
  room.querySelector("[data-over-time]").hidden = windows.length < 2;
  plot("right", shares, 1);
  plot("seconds", times, Math.max(...times) || 1);
  room.querySelector("[data-now-right]").textContent = percent.format(shares.at(-1));
  room.querySelector("[data-now-seconds]").textContent = number.format(times.at(-1));
}

function show() {
  const all = answers();
  room.hidden = false;
  room.querySelector("[data-none]").hidden = all.length > 0;
  room.querySelector("[data-some]").hidden = all.length === 0;
  if (!all.length) return;
  const { run, best } = runs(all);
  const points = all.reduce((sum, one) => sum + one.points, 0);
  const told = { run, best, points };
  for (const [name, value] of Object.entries(told)) room.querySelector(`[data-${name}]`).textContent = number.format(value);
  for (const row of room.querySelectorAll("tr[data-kind]")) fill(row, all.filter((one) => one.kind === row.dataset.kind));
  fill(room.querySelector("tfoot tr"), all);
  const button = room.querySelector("[data-practise]");
  button.value = weakest(all);
  button.textContent = room.querySelector(`tr[data-kind="${button.value}"] th`).textContent;
  showPlots(all);
  showDays(all);
}

export const score = {
  begin(practise) {
    show();
    room.querySelector("[data-practise]").addEventListener("click", ({ target }) => practise(target.value));
    room.querySelector("[data-forget]").addEventListener("click", () => { keep([]); show(); });
  },
  note(kind, right, milliseconds, points) {
    keep([...answers(), { at: Date.now(), kind, right, milliseconds, points }]);
    show();
  },
};
