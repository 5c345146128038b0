// What the guest asks for: each act once, asked again until it is answered.

import { Client, Refused } from "./client.js";

const client = new Client("", { language: document.documentElement.lang });

/** Ask a table for an act; a refusal is told in the guest's language. */
export async function ask(table, act, said = {}) {
  try {
    return await client.table(table).act(act, said);
  } catch (trouble) {
    if (!(trouble instanceof Refused)) throw trouble;
    object(trouble.message);
    return null;
  }
}

export function object(text) {
  const line = document.querySelector(".objection");
  if (line) line.textContent = text;
}
