// The stream of this browser: which places its pages show, and what is new there.

const gone = document.querySelector(".gone");

function watched() {
  const all = [...document.querySelectorAll("[data-watch]")];
  const watch = all.map((one) => one.dataset.watch);
  const last = all.map((one) => `${one.dataset.watch.split(":")[0]}:${one.dataset.number}`);
  return { watch: [...new Set(watch)].join(","), last: [...new Set(last)].join(",") };
}

function listen(show) {
  const { watch, last } = watched();
  if (!watch) return null;
  const source = new EventSource(`/live?${new URLSearchParams({ watch, last })}`);
  source.addEventListener("parts", ({ data }) => {
    const { place, number, parts } = JSON.parse(data);
    show(place, number, parts);
  });
  source.addEventListener("open", () => { gone.hidden = true; });
  source.addEventListener("error", () => { gone.hidden = false; });
  return source;
}

/**
 * Call `show(place, number, parts)` whenever a place has moved on. A page that shows other places
 * than before says so by the event `watch` on the document.
 */
export function follow(show) {
  let source = listen(show);
  document.addEventListener("watch", () => {
    source?.close();
    source = listen(show);
  });
}
