// The stream of this browser: which places its pages show, and what is new there.

const gone = document.querySelector(".gone");

function watched() {
  const all = [...document.querySelectorAll("[data-watch]")];
  const watch = all.map((one) => one.dataset.watch);
  const last = all.map((one) => `${one.dataset.watch.split(":")[0]}:${one.dataset.number}`);
  return { watch: [...new Set(watch)].join(","), last: [...new Set(last)].join(",") };
}

/** Call `show(place, number, parts)` whenever a place has moved on. */
export function follow(show) {
  const { watch, last } = watched();
  if (!watch) return;
  const source = new EventSource(`/live?${new URLSearchParams({ watch, last })}`);
  source.addEventListener("parts", ({ data }) => {
    const { place, number, parts } = JSON.parse(data);
    show(place, number, parts);
  });
  source.addEventListener("open", () => { gone.hidden = true; });
  source.addEventListener("error", () => { gone.hidden = false; });
}
