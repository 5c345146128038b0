// The peer's side of roads.py: reads shoes as JSON lines, answers the seconds they took.
const path = require('path');
const readline = require('readline');

const Generator = require(path.join(
  path.resolve(process.argv[2]), 'node_modules/baccarat-engine/src/roadmaps/roadmapGenerator'));
const generator = new Generator();
const outcomes = { B: 'banker', P: 'player', T: 'tie' };

function wholeShoe(results) {
  const bead = generator.beadPlate(results, { columns: 20, rows: 6 });
  const big = generator.bigRoad(results);
  return [bead, big, generator.bigEyeRoad(big), generator.smallRoad(big), generator.cockroachPig(big)];
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const shoes = JSON.parse(line).map((shoe) => [...shoe].map(
    (letter) => ({ outcome: outcomes[letter], natural: 'none', pair: 'none' })));
  const start = process.hrtime.bigint();
  shoes.forEach(wholeShoe);
  console.log(Number(process.hrtime.bigint() - start) / 1e9);
});
