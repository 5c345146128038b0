// Where the house deals by itself: in how many seconds, once the page has seen the wait begin.

const SECOND = 1000;
const COUP = /data-coup="[^"]*"(?: data-over="[^"]*")?/;
let began = 0; // when the table began to wait; 0 as long as nobody knows
let waitsFor = ""; // the coup after which it waits; wagers do not put it off

/** Count down from the coup, or the shoe, that has just come. */
export function countDown() {
  waitsFor = document.querySelector(".hands").innerHTML.match(COUP)?.[0] ?? "";
  document.addEventListener("part", ({ detail: { name, html, isOld } }) => {
    const coup = name === "hands" ? html.match(COUP)?.[0] ?? "" : waitsFor;
    if (coup === waitsFor) return;
    waitsFor = coup;
    began = isOld ? 0 : performance.now();
  });
  setInterval(show, SECOND);
}

function show() {
  const line = document.querySelector(".waits[data-clock]");
  if (!line || !began) return;
  const left = Math.ceil(Number(line.dataset.clock) - (performance.now() - began) / SECOND);
  if (left >= 0) line.textContent = line.dataset.left.replace("{seconds}", left);
}
