// The form that opens a board.

import { Client, Refused } from "./client.js";

const form = document.querySelector("#opening");
const client = new Client("", { language: document.documentElement.lang });

form.elements.game.addEventListener("change", () => {
  form.elements.decks.value = form.elements.game.selectedOptions[0].dataset.decks;
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const opening = { name: form.elements.name.value, game: form.elements.game.value, decks: Number(form.elements.decks.value) };
  try {
    const { number } = await client.openBoard(opening);
    location.assign(`/boards/${number}/dealer`);
  } catch (trouble) {
    if (!(trouble instanceof Refused)) throw trouble;
    form.querySelector(".objection").textContent = trouble.message;
  }
});

// Disabled until here, because without this script the browser would send the form nowhere.
form.querySelector("[type=submit]").disabled = false;
