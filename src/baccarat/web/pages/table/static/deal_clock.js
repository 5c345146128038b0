// A countdown to the next coup, if the house deals by itself and the page has seen the wait begin.

const SECOND = 1000;
const COUP = /data-coup="[^"]*"(?: data-over="[^"]*")?/;
let began = 0; // when the table began to wait; 0 if unknown
let waitsFor = ""; // the coup after which the table waits; wagers do not delay it

/** Count down after each new coup or shoe. */
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
