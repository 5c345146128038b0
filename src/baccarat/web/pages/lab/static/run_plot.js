// Plots of runs: estimates with their confidence intervals, drawn by uPlot from the server's figures.
//
//   <figure class="plot" data-plot='{"x": […], "curves": […]}'>
//     <ul class="legend"><li class="tone-1" data-dash="">Banker</li> …</ul>
//     <div class="canvas" data-drawn></div>
//   </figure>
//
// The colours come from the legend, so they are only in the style sheet. Each curve has its own
// dash: no meaning by colour alone. A table has the same figures for screen readers.

const UNIT = 15; // pixels of a rem on a laptop, for the sizes below; on a wall they grow
const THIN = 1, THICK = 2;
const BAND = 0.16; // opacity of an interval
const drawn = new WeakMap(); // figure → its plot and its shape

/** Draw or update every plot of the page. */
export function drawPlots() {
  document.querySelectorAll("[data-plot]").forEach(draw);
}

function draw(figure) {
  const text = figure.dataset.plot;
  const known = drawn.get(figure);
  if (known?.text === text) return;
  const asked = JSON.parse(text);
  const shape = shapeOf(asked);
  if (known?.shape === shape) {
    drawn.set(figure, { ...known, text });
    known.plot.setData(dataOf(asked));
    return;
  }
  known?.plot.destroy();
  const place = figure.querySelector("[data-drawn]");
  const plot = new uPlot(optionsOf(asked, figure, place), dataOf(asked), place);
  drawn.set(figure, { plot, text, shape });
  watchSize(place, figure);
}

/** The properties that need a new plot when they change. */
function shapeOf({ curves, asinh, log, xLabel, yLabel }) {
  return JSON.stringify([curves.map(({ label }) => label), asinh, log, xLabel, yLabel]);
}

/** The columns: x, then for each curve its value and both ends of its interval. */
function dataOf({ x, curves }) {
  return [x, ...curves.flatMap(({ value, low, high }) => [value, high ?? [], low ?? []])];
}

function optionsOf({ curves, log, asinh, xLabel, yLabel }, figure, place) {
  const tones = [...figure.querySelectorAll(".legend li")].map(toneOf);
  const { color: ink, fontFamily } = getComputedStyle(figure);
  const grid = { stroke: getComputedStyle(place).borderTopColor, width: THIN };
  const larger = parseFloat(getComputedStyle(document.documentElement).fontSize) / UNIT;
  const font = `${12 * larger}px ${fontFamily}`;
  const axis = {
    stroke: ink,
    font,
    labelFont: font,
    labelSize: 30 * larger,
    grid,
    ticks: grid,
    values: (_, ticks) => ticks.map(written),
  };
  return {
    ...sizeOf(place),
    padding: [12 * larger, 18 * larger, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false, distr: log ? 3 : 1, range: (_, low, high) => [low, high] },
      y: asinh ? { distr: 4, asinh, range: (_, low, high) => [1.3 * low, 1.3 * high] } : {},
    },
    axes: [
      { ...axis, label: xLabel, size: 50 * larger, ...(log && { splits: (_u, _a, low, high) => decades(low, high) }) },
      { ...axis, label: yLabel, size: 64 * larger, ...(asinh && { splits: (_u, _a, low, high) => bothWays(asinh, low, high) }) },
    ],
    series: [{}, ...curves.flatMap((curve, number) => seriesOf(curve, tones[number]))],
    bands: curves.flatMap(({ low }, number) =>
      low ? [{ series: [3 * number + 2, 3 * number + 3], fill: tones[number].fill }] : []),
  };
}

/** The powers of ten between two numbers; without any, the two numbers. */
function decades(low, high) {
  const found = [];
  for (let power = Math.ceil(Math.log10(low)); 10 ** power <= high; power += 1) found.push(10 ** power);
  return found.length > 1 ? found : [low, high];
}

/** Zero, and the powers of ten on both sides, beyond the linear part of the scale. */
function bothWays(near, low, high) {
  const first = Math.round(Math.log10(near));
  const found = [0];
  for (let power = first; 10 ** power <= Math.max(high, -low); power += 1) found.push(10 ** power, -(10 ** power));
  return found.filter((one) => low <= one && one <= high).sort((one, other) => one - other);
}

function seriesOf({ label, low }, { stroke, fill, dash }) {
  const edge = { label: "", stroke: fill, width: low ? THIN : 0, spanGaps: true, points: { show: false } };
  const line = { label, stroke, dash, width: THICK, spanGaps: true, points: { show: false } };
  return [line, edge, { ...edge }];
}

/** The colour and the dash of a curve, from its legend entry. */
function toneOf(entry) {
  const stroke = getComputedStyle(entry).color;
  const [red, green, blue] = stroke.match(/[\d.]+/g);
  const dash = entry.dataset.dash.split(" ").filter(Boolean).map(Number);
  return { stroke, dash, fill: `rgba(${red}, ${green}, ${blue}, ${BAND})` };
}

function sizeOf(place) {
  return { width: place.clientWidth, height: place.clientHeight };
}

function watchSize(place, figure) {
  if (place.dataset.sized) return;
  place.dataset.sized = "yes";
  new ResizeObserver(() => {
    const { plot } = drawn.get(figure);
    if (place.clientWidth && plot.width !== place.clientWidth) plot.setSize(sizeOf(place));
  }).observe(place);
}

const numbers = new Intl.NumberFormat(document.documentElement.lang, { maximumSignificantDigits: 6 });
const large = new Intl.NumberFormat(document.documentElement.lang, { notation: "compact" });

function written(number) {
  if (number === null) return "";
  return Math.abs(number) >= 10_000 ? large.format(number) : numbers.format(number);
}

/** Draw everything again, after a change of colours. */
function redraw() {
  for (const figure of document.querySelectorAll("[data-plot]")) {
    const known = drawn.get(figure);
    if (known) drawn.set(figure, { ...known, text: "", shape: "" });
  }
  drawPlots();
}

new MutationObserver(redraw).observe(document.documentElement, {
  attributeFilter: ["data-theme", "data-marks"],
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
