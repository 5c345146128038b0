// Turn a squeezed card over in its place, large enough for everybody to see.

const STAYS = 1000; // milliseconds, as in the style sheet

/** Turn the card over to show `face`. */
export function turnOver(card, face) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!face || isStill || document.hidden) return;
  const cloth = card.closest(".cloth");
  const ground = cloth.getBoundingClientRect();
  const { left, top, width, height } = card.getBoundingClientRect();
  const turning = document.createElement("div");
  turning.className = "turning";
  turning.setAttribute("aria-hidden", "true");
  Object.assign(turning.style, {
    left: `${left - ground.left}px`, top: `${top - ground.top}px`, width: `${width}px`, height: `${height}px`,
  });
  const back = card.querySelector(".card").cloneNode(true);
  back.classList.add("was");
  const shown = face.cloneNode(true);
  shown.classList.remove("across");
  shown.classList.add("is");
  turning.append(back, shown);
  cloth.append(turning);
  setTimeout(() => turning.remove(), STAYS);
}
