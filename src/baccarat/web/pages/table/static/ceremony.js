// The guest's cut: the slider and the number are equal; a seed is proposed, and can be changed.

/** Propose a seed if the form asks for one and has none. */
export function prepareCut() {
  const seed = document.querySelector("#cut [data-propose]");
  if (seed && !seed.value && document.activeElement !== seed) {
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    seed.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}

document.addEventListener("input", ({ target }) => {
  const form = target.closest("#cut");
  if (!form) return;
  const slider = form.querySelector("[type=range]");
  if (target === slider) form.elements.at.value = slider.value;
  else if (target === form.elements.at) slider.value = target.value;
});
