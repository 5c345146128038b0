// On a narrow screen each road shows its last columns, at a size that can be read.

const narrow = matchMedia("(max-width: 719px)");
const FEW = { "road-bead": 12, "road-big": 18, "road-big-eye": 12, "road-small": 12, "road-cockroach": 12 };

function fit(road) {
  const { cols, used, first } = road.dataset;
  const few = FEW[road.classList[1]] ?? Number(cols);
  const shown = narrow.matches ? Math.min(few, Number(cols)) : Number(cols);
  const from = narrow.matches ? Math.max(Number(used) + 1 - shown, Number(first)) : Number(first);
  const rows = road.viewBox.baseVal.height;
  road.setAttribute("viewBox", `${from} 0 ${shown} ${rows}`);
}

function fitAll() {
  document.querySelectorAll(".board svg.road").forEach(fit);
}

narrow.addEventListener("change", fitAll);
document.addEventListener("htmx:after:swap", fitAll);
fitAll();
