// A fair shoe, recomputed: the scheme "baccarat fair 1" in plain JavaScript.
//
// shuffled({ house, guest, number, decks, burns })     all cards in their order, before the cut
// checkShoe(asked, writtenShoe)                        the checks and their results, and the cards
//
// It needs no secure context, no network and no other file: SHA-256 is written out below.
// Two other programs do the same: fair.py in the library, and the lines on its page of the docs.

const SCHEME = "baccarat fair 1";
const MOST_GUEST_SEED = 200, MOST_DECKS = 12, CUT_MARGIN = 10;
const RANKS = "TJQKA23456789", SUITS = "cdhs";
const WORDS = 1n << 64n; // the number of 64-bit words

// SHA-256 (FIPS 180-4) and HMAC (RFC 2104)

/** The first 32 bits of the fraction of a root; SHA-256 takes its constants from primes. */
function fraction(prime, power) {
  // In whole numbers, because floats have too few digits: the root of prime · 2^(32 · power).
  const under = BigInt(prime) << BigInt(32 * power);
  let low = 0n, high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(power) <= under) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

function firstPrimes(many) {
  const primes = [];
  for (let n = 2; primes.length < many; n += 1) {
    if (primes.every((prime) => n % prime)) primes.push(n);
  }
  return primes;
}

const PRIMES = firstPrimes(64);
const START = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2));
const ROUNDS = PRIMES.map((prime) => fraction(prime, 3));

const turn = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** The message, a bit 1, zeros, and its length in bits: whole blocks of 64 bytes. */
function padded(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  new DataView(whole.buffer).setBigUint64(whole.length - 8, BigInt(bytes.length) * 8n);
  return new DataView(whole.buffer);
}

/** The 64 words of a block. */
function schedule(message, start) {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) w[i] = message.getUint32(start + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3))
      + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
  }
  return w;
}

export function sha256(bytes) {
  const message = padded(bytes);
  const sum = Uint32Array.from(START);
  for (let start = 0; start < message.byteLength; start += 64) {
    const w = schedule(message, start);
    let [a, b, c, d, e, f, g, h] = sum;
    for (let i = 0; i < 64; i += 1) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g; g = f; f = e; e = (d + one) | 0;
      d = c; c = b; b = a; a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { sum[i] += word; });
  }
  const digest = new DataView(new ArrayBuffer(32));
  sum.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** HMAC-SHA-256 with a key of at most 64 bytes. */
export function hmac(key, message) {
  const mixed = (sign) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ sign);
  return sha256(join(mixed(0x5c), sha256(join(mixed(0x36), message))));
}

function join(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

const fromHex = (text) => Uint8Array.from(text.match(/../g), (byte) => parseInt(byte, 16));
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

// The scheme

/** The commitment, which the house publishes before the first card. */
export function commit(house) {
  return toHex(sha256(fromHex(house)));
}

/** An endless sequence of 64-bit words: each HMAC is four words, high byte first. */
function* words({ house, guest, number }) {
  const key = fromHex(house);
  for (let block = 0; ; block += 1) {
    const message = new TextEncoder().encode(`${SCHEME}\n${number}\n${block}\n${guest}`);
    const digest = new DataView(hmac(key, message).buffer);
    for (let at = 0; at < 32; at += 8) yield digest.getBigUint64(at);
  }
}

/** Throw a die; words from the bound on would make some faces likelier, so they are skipped. */
export function throwDie(stream, faces) {
  const bound = WORDS - (WORDS % BigInt(faces));
  let word = stream.next().value;
  while (word >= bound) word = stream.next().value;
  return Number(word % BigInt(faces));
}

/** All cards, sorted by points, then rank, then suit. */
function urnOf(decks) {
  const kinds = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  return kinds.flatMap((card) => Array(decks).fill(card));
}

/** The number of cards that the burn card burns: its points, or 10 for a ten or a face. */
export function burnsOf(card) {
  return { A: 1, T: 10, J: 10, Q: 10, K: 10 }[card[0]] ?? Number(card[0]);
}

/** The whole shoe in order, before a guest cuts it. */
export function shuffled({ house, guest = "", number = 0n, decks = 8, burns = true }) {
  const urn = urnOf(decks), drawn = [], stream = words({ house, guest, number });
  while (urn.length) drawn.push(...urn.splice(throwDie(stream, urn.length), 1));
  if (!burns) return drawn;
  const unseen = drawn.length - burnsOf(drawn[0]); // nobody sees the burned cards: they are drawn last
  return [drawn[0], ...drawn.slice(unseen), ...drawn.slice(1, unseen)];
}

/** The guest cuts: the first cards go to the back. */
export function cutAt(cards, cut) {
  return cut === null ? cards : [...cards.slice(cut), ...cards.slice(0, cut)];
}

// A written shoe, and its comparison

const TAG = /^\s*\[([A-Za-z][\w-]*)\s+"((?:[^"\\]|\\.)*)"\]/;
const COUP = /^\s*(\d+)\.\s+([^|;{]+)\|([^|;{]+?)\s+[BPT](?:\s|$)/;

/** A shoe in our notation: its tags, and the drawn cards of each coup in dealing order. */
export function readShoe(text) {
  const tags = {}, coups = [];
  for (const line of text.split("\n")) {
    const tag = TAG.exec(line), coup = COUP.exec(line);
    if (tag) tags[tag[1]] = tag[2].replace(/\\(.)/g, "$1");
    if (coup) coups.push(inDealingOrder(coup[2].trim().split(/\s+/), coup[3].trim().split(/\s+/)));
    else if (/^\s*\d+\./.test(line)) coups.push([]); // a coup without cards
  }
  return { tags, coups };
}

/** Player, Banker, Player, Banker, then third cards, without cards printed on the layout. */
function inDealingOrder(player, banker) {
  const turns = [0, 1, 2].flatMap((at) => [player[at], banker[at]]);
  return turns.filter((card, at) => card && !(at === 0 && card[1] === "x"));
}

/** The first difference from the written shoe, or null. */
function difference(cards, { tags, coups }, burns) {
  if (burns && tags.Burn && tags.Burn !== cards[0]) {
    return { coup: 0, written: tags.Burn, dealt: cards[0] };
  }
  let at = burns ? 1 + burnsOf(cards[0]) : 0;
  for (const [place, written] of coups.entries()) {
    const dealt = cards.slice(at, at + written.length);
    if (!written.length || written.some((card, i) => card !== dealt[i])) {
      return { coup: place + 1, written: written.join(" "), dealt: dealt.join(" ") };
    }
    at += written.length;
  }
  return null;
}

/** Another cut with which everything would match; undefined if there is none. */
function cutThatFits(order, written, burns) {
  const cuts = [null];
  for (let cut = CUT_MARGIN; cut <= order.length - CUT_MARGIN; cut += 1) cuts.push(cut);
  return cuts.find((cut) => difference(cutAt(order, cut), written, burns) === null);
}

// The checks

/** The name of the first invalid field, or null. */
function badField({ commitment, house, guest, number, decks, cut }) {
  const isHex = (text) => /^[0-9a-f]{64}$/.test(text);
  if (!isHex(commitment)) return "commitment";
  if (!isHex(house)) return "house";
  if ([...guest].length > MOST_GUEST_SEED) return "guest";
  if (!/^\d{1,20}$/.test(number) || BigInt(number) >= WORDS) return "number";
  if (!(Number.isInteger(decks) && decks >= 1 && decks <= MOST_DECKS)) return "decks";
  const most = 52 * decks - CUT_MARGIN;
  if (cut !== null && !(Number.isInteger(cut) && cut >= CUT_MARGIN && cut <= most)) return "cut";
  return null;
}

/** Check a shoe by its seeds.
 *
 * `asked` has commitment, house, guest and number as strings, decks and cut (null for none) as
 * numbers, burns as a boolean. `text` is the written shoe, or empty. The answer has `bad` (an
 * invalid field), or the cards and the checks in order, each with its `name`, whether it `holds`
 * (null: there is nothing to compare with) and what it `says`.
 */
export function checkShoe(asked, text = "") {
  const written = readShoe(text);
  const isShoe = !text.trim() || written.coups.length || Object.keys(written.tags).length;
  const bad = badField(asked) ?? (isShoe ? null : "record");
  if (bad) return { bad, checks: [], cards: [] };
  const { house, guest, decks, burns } = asked, number = BigInt(asked.number);
  const found = commit(house), isKept = found === asked.commitment;
  const checks = [
    { name: "commitment", holds: isKept, says: isKept ? "kept" : "broken", found },
  ];
  const order = shuffled({ house, guest, number, decks, burns });
  const cards = cutAt(order, asked.cut);
  const burned = burns ? burnsOf(cards[0]) : 0;
  if (written.coups.length) checks.push(...compare(order, cards, written, asked));
  else checks.push({ name: "order", holds: null, says: "alone", cards: cards.length });
  return { bad: null, checks, cards, burned, coups: written.coups };
}

/** The checks of the cut and of the order against a written shoe. */
function compare(order, cards, written, { cut, burns }) {
  const differs = difference(cards, written, burns);
  const coups = written.coups.length;
  if (differs === null) {
    return [
      { name: "cut", holds: true, says: cut === null ? "uncut" : "cut", cut },
      { name: "order", holds: true, says: "follows", coups },
    ];
  }
  const other = cutThatFits(order, written, burns);
  if (other !== undefined) {
    const says = other === null ? "not-cut" : "other-cut";
    return [{ name: "cut", holds: false, says, other, cut: cut ?? "–" }];
  }
  const says = !differs.coup ? "other-burn" : differs.written ? "other-coup" : "no-cards";
  return [{ name: "order", holds: false, says, ...differs }];
}
