// Asks the engine questions from JavaScript, several at once: node ask.js
const { spawn } = require("node:child_process");
const { createInterface } = require("node:readline");

const [command, ...words] = (process.env.ENGINE ?? "baccarat engine").split(" ");
const engine = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map();
let last = 0;

createInterface({ input: engine.stdout }).on("line", (text) => {
  const { id, progress, ...line } = JSON.parse(text);
  if (progress) return;
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (line.answer) resolve(line.answer);
  else reject(new Error(line.refused ?? line.failed ?? "cancelled"));
});

function ask(kind, question) {
  const id = ++last;
  engine.stdin.write(JSON.stringify({ id, kind, question }) + "\n");
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

async function main() {
  const shoes = [1, 6, 8].map((decks) => ask("odds", { decks, bets: ["banker"] }));
  for (const odds of await Promise.all(shoes)) {
    console.log(`Banker, ${odds.decks} decks: ${odds.bets.banker.edge_percent.toFixed(4)} %`);
  }
  await ask("odds", { decks: 13 }).catch((error) => console.log(`refused: ${error.message}`));
  engine.stdin.end();
}

main();
