// Login: a code or a key becomes a session, then the requested page opens.

import { Client, Refused } from "./client.js";

const KEY = /^bac_/;
const client = new Client("", { language: document.documentElement.lang });

/** The requested address, if it is one of our pages. */
function wanted() {
  if (location.pathname !== "/login") return location.pathname + location.search; // this page demanded a key
  const to = new URLSearchParams(location.search).get("to") ?? "/";
  const address = URL.canParse(to, location.origin) ? new URL(to, location.origin) : null;
  return address?.origin === location.origin ? address.href : "/";
}

async function logIn(form) {
  const line = form.querySelector("[role=alert]");
  const button = form.querySelector("button");
  const typed = form.elements.code.value.trim();
  line.textContent = "";
  button.disabled = true;
  try {
    await client.post("login", KEY.test(typed) ? { key: typed } : { code: typed });
    location.replace(wanted());
  } catch (trouble) {
    line.textContent = trouble instanceof Refused ? trouble.message : form.dataset.gone;
    button.disabled = false;
    form.elements.code.select();
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-login]");
  if (!form) return;
  event.preventDefault();
  logIn(form);
});

// Disabled until here, because without this script the browser would send the form nowhere.
for (const button of document.querySelectorAll("[data-login] button")) button.disabled = false;
