// Seeded shoes, dealt and counted: the same coups as the reference engine, on a GPU.
// CuPy compiles this at run time; the tests compile it as plain C++ and compare it with the
// reference.
//
// A warp deals 32 shoes card by card, all at the same turn, so dice are thrown together and no
// thread diverges. The place of a shoe within its coup is a state, and one table lookup for each
// card leads to the next state. A coup has at least as many cards as a WINDOW, so at most one coup
// ends in each window. The end of a coup is handled once for each window, by nearly all threads at
// the same time.
//
// KINDS    10, 13 or 52 kinds of cards: points, ranks or whole cards
// FIELD    bits for the number of cards left of the first kinds: 10 up to nine decks, else 16
// ENDLESS  1 if every card returns before the next card is drawn
// THREADS  the number of threads in a block, as high as possible: they share tables and counts
// WINDOW   4, or 2 if Player's first card is printed and a coup may take three
// STREAM   0 to count coups, 1 to write them out, 2 to write them out with their cards
// DEEP     0; 1 if bets deeper than totals are counted, too; 2 if these counts are too many for a
//          processor's own memory

#ifdef __CUDACC__
#define BOTH __device__ __forceinline__
typedef unsigned int u32;
typedef unsigned long long u64;
#define COUNT(place) atomicAdd(&(place), 1u)
#else
#include <cstdint>
#define BOTH static inline
typedef uint32_t u32;
typedef uint64_t u64;
#define COUNT(place) ((place) += 1u)
#endif
typedef unsigned short u16;
typedef unsigned char u8;

const int MOST = 256;      // a limit that is higher than the coups of any shoe
const int NOBODY = 3;      // the owner of the streak before the first coup
const int CELLS = 400;
const int SLOTS = 2 * CELLS;
const int ROWS = 7;        // coups, longest, streaks of two sides, runs of three outcomes
const int COUNTS = SLOTS + ROWS * MOST;
const u32 OVER = 0x8000;   // the bit of a step that ends the coup; the others are slot and winner

// The numbers that decide how a shoe is dealt.
struct Shape {
    int size, end, cut_at, fixed, burns;
    int before, inside;                // coups that follow if the cut card comes before, inside one
    int follows;
    int printed, printed_kind;         // -1: no card is printed
    int first;                         // the state in which a coup begins, or the burn
    int begin;                         // the state in which a coup begins
    int labels, wholes;                // the numbers of labels of a hand and of a whole coup
    u32 left[16];                      // cards left of the first kinds, packed in FIELDs
    u32 suits;                         // the same for the suits of a rank, in bytes
};

// Tables; see verdict_tables.py and label_tables.py.
struct Tables {
    const u16 *steps;                  // by state + points of the next card: the next state, or OVER
    const u16 *starts, *labels;        // by two cards; by the class of a start + the third card
    const u32 *cells;                  // by cell: the index where its class begins
    const u8 *wholes;                  // by the points of six cards: the label of the whole coup
};

// The arrays for the written coups: 64 shoes side by side, as in coups.py.
struct Sheet {
    u16 *verdicts;                     // group, turn, lane
    u16 *gone;                         // group, turn, lane: cards seen before the coup
    u8 *drawn;                         // group, draw, lane
    u8 *burned;                        // group, lane
    u16 *coups;                        // group, lane
    int turns, draws;                  // the numbers of rows of a group
};

BOTH u32 high(u32 a, u32 b) { return (u32)(((u64)a * b) >> 32); }

// Philox4x32-10; see chance.py.
BOTH void philox(u32 out[4], u32 block, u32 attempt, u64 shoe, u64 seed) {
    u32 a = block, b = attempt, c = (u32)shoe, d = (u32)(shoe >> 32);
    u32 k = (u32)seed, m = (u32)(seed >> 32);
#ifdef __CUDACC__
#pragma unroll
#endif
    for (int round = 0; round < 10; round++) {
        u32 left = high(0xD2511F53u, a), right = high(0xCD9E8D57u, c);
        u32 next_b = 0xCD9E8D57u * c, next_d = 0xD2511F53u * a;
        a = right ^ b ^ k;
        c = left ^ d ^ m;
        b = next_b;
        d = next_d;
        k += 0x9E3779B9u;
        m += 0xBB67AE85u;
    }
    out[0] = a; out[1] = b; out[2] = c; out[3] = d;
}

// Two dice from a word. A die without faces shows 0.
BOTH void throw_two(u32 word, int lane, int faces, u32 block, u64 shoe, u64 seed, u32 dice[2]) {
    int fewer = ENDLESS ? faces : faces - 1;
    u32 one = faces > 0 ? faces : 0, other = fewer > 0 ? fewer : 0, both = one * other;
    u64 whole = (u64)word * one;
    u64 rest = (u64)(u32)whole * other;
    if ((u32)rest < both) {  // seldom: it may have to be thrown again
        u32 threshold = (u32)((1ull << 32) % both), attempt = 0, again[4];
        while ((u32)rest < threshold) {
            philox(again, block, ++attempt, shoe, seed);
            u32 picked = lane == 0 ? again[0] : lane == 1 ? again[1] : lane == 2 ? again[2] : again[3];
            whole = (u64)picked * one;
            rest = (u64)(u32)whole * other;
        }
    }
    dice[0] = (u32)(whole >> 32);
    dice[1] = (u32)(rest >> 32);
}

// An urn: let C_j be the number of cards left of the first j kinds. A die r draws kind j if exactly j
// of the C_j are not above r, and then each C_j above r loses one. Several C_j share a word. A
// field's highest bit is always set: after a subtraction of r + 1 it shows whether C_j was above r.
const int HEAPS = KINDS == 52 ? 13 : KINDS;  // the suits of a rank have their own urn below
const int PER = 32 / FIELD;
const int WORDS = (HEAPS - 1 + PER - 1) / PER;
const u32 EACH = PER == 3 ? 1u | 1u << FIELD | 1u << (2 * FIELD % 32) : 1u | 1u << FIELD;

struct Urn {
    u32 left[WORDS];
#if KINDS == 52
    u32 *suits;     // by rank, `stride` apart
    int stride;
#endif
};

BOTH void fill(Urn &urn, const Shape &shape) {
    for (int word = 0; word < WORDS; word++) urn.left[word] = shape.left[word];
#if KINDS == 52
    for (int rank = 0; rank < HEAPS; rank++) urn.suits[rank * urn.stride] = shape.suits;
#endif
}

#if ENDLESS
// A die is the index of a card in a sorted deck.
BOTH int draw(Urn &, u32 die) {
    if (KINDS == 52) return die;
    int rank = die >> 2;
    return KINDS == 13 ? rank : rank > 3 ? rank - 3 : 0;
}
#else
BOTH int draw(Urn &urn, u32 die) {
    u32 need = (die + 1) * EACH, above = 0;
#ifdef __CUDACC__
#pragma unroll
#endif
    for (int word = 0; word < WORDS; word++) {
        u32 mine = ((urn.left[word] - need) >> (FIELD - 1)) & EACH;
        urn.left[word] -= mine;
        above += mine;
    }
    const u32 mask = (1u << FIELD) - 1;
    int rank = HEAPS - 1 - (int)((above * EACH) >> (FIELD * (PER - 1)) & mask);
#if KINDS == 52
    // The place of the card within its rank, whose suits have their own urn.
    u32 below = 0;
    if (rank > 0) {
        int place = rank - 1;
        u32 word = urn.left[0];
#ifdef __CUDACC__
#pragma unroll
#endif
        for (int i = 1; i < WORDS; i++) word = place >= i * PER ? urn.left[i] : word;
        below = (word >> (FIELD * (place % PER))) & (mask >> 1);
    }
    u32 suits = urn.suits[rank * urn.stride];
    u32 mine = ((suits - (die - below + 1) * 0x010101u) >> 7) & 0x010101u;
    urn.suits[rank * urn.stride] = suits - mine;
    return 4 * rank + 3 - (int)((mine * 0x010101u >> 16) & 3);
#else
    return rank;
#endif
}
#endif

// The points of a card: four ranks with 0 points come first, then ace to nine.
BOTH int points_of(int kind) {
    if (KINDS == 10) return kind;
    int rank = KINDS == 52 ? kind >> 2 : kind;
    return rank > 3 ? rank - 3 : 0;
}

#if DEEP
// Count a coup by its class and labels. Its cards are bytes, with the last card lowest.
BOTH void look(const Shape &shape, const Tables &tables, u32 cell, u64 cards, int used, u32 *deep) {
    u64 row = cards << (8 * (8 - used));  // now the first card is highest
    int kinds[6];
    for (int i = 0; i < 6; i++) {
        if (i == 0 && shape.printed >= 0) {
            kinds[0] = shape.printed_kind;
        } else {
            kinds[i] = (int)(row >> 56);
            row <<= 8;
        }
    }
    int drew = cell >= 200, banker_drew = cell / 100 & 1;
    int third = drew ? kinds[4] : KINDS;
    int bankers_third = banker_drew ? (drew ? kinds[5] : kinds[4]) : KINDS;
    u32 own = tables.labels[tables.starts[kinds[0] * KINDS + kinds[2]] + third];
    u32 other = tables.labels[tables.starts[kinds[1] * KINDS + kinds[3]] + bankers_third];
    u32 seen = tables.cells[cell] + own * shape.labels + other;
    if (shape.wholes > 1) {
        u32 coup = 0;
        for (int i = 0; i < 6; i++) coup = 10 * coup + points_of(kinds[i]);
        seen = seen * shape.wholes + tables.wholes[coup];
    }
    COUNT(deep[seen]);
}
#endif

// Deal a whole shoe, or a fixed number of coups, into the counts.
BOTH void deal_shoe(const Shape &shape, const Tables &tables, Urn &urn, u64 shoe, u64 seed,
                    u32 *counts, u32 *deep, const Sheet &sheet, u64 place) {
#if STREAM
    u64 group = place / 64, column = place % 64;
    u16 *verdicts = sheet.verdicts + group * sheet.turns * 64 + column;
    (void)counts;
#else
    u32 *rows = counts + SLOTS;
    int run_of = NOBODY, run = 0, win_of = NOBODY, win = 0, longest = 0;
    (void)sheet, (void)place;
#endif
    fill(urn, shape);
    int turn = 0, burned = 0, ended = shape.burns, begun = 0, coups = 0, more = -1;
    u32 state = shape.first;
#if DEEP
    u64 seen = 0, cards = 0;
#else
    (void)deep;
#endif
    for (u32 block = 0;; block++) {
        u32 words[4];
        philox(words, block, 0, shoe, seed);
#ifdef __CUDACC__
#pragma unroll
#endif
        for (int window = 0; window < 8 / WINDOW; window++) {
            u32 last = 0;
            int now = 0;
#ifdef __CUDACC__
#pragma unroll
#endif
            for (int pair = 0; pair < WINDOW / 2; pair++) {
                int lane = window * (WINDOW / 2) + pair;
                u32 dice[2];
                throw_two(words[lane], lane, ENDLESS ? 52 : shape.size - turn, block, shoe, seed, dice);
#ifdef __CUDACC__
#pragma unroll
#endif
                for (int i = 0; i < 2; i++) {
                    int kind = draw(urn, dice[i]);
                    u32 step = tables.steps[state + points_of(kind)];
#if STREAM == 2
                    if (turn < sheet.draws) sheet.drawn[(group * sheet.draws + turn) * 64 + column] = (u8)kind;
#endif
                    turn++;
#if DEEP
                    seen = seen << 8 | (u64)kind;
#endif
                    if (lane == 0 && i == 0 && block == 0 && shape.burns) {
                        int points = points_of(kind);
                        burned = points ? points : 10;
                    }
                    int over = (step & OVER) != 0;
                    state = over ? shape.begin : step;
                    last = over ? step : last;
                    now = over ? turn : now;
#if DEEP
                    cards = over ? seen : cards;
#endif
                }
            }
            if (!last) continue;
#if STREAM
            int used = now - ended + (shape.printed >= 0);
            verdicts[coups * 64] = (u16)((last & 0xFFF) | used << 12);
#if STREAM == 2
            sheet.gone[(group * sheet.turns + coups) * 64 + column] = (u16)ended;
#endif
#else
            u32 slot = last & 1023, won = last >> 10 & 3;
            COUNT(counts[slot]);
#endif
#if DEEP
            u32 cell = slot < (u32)CELLS ? slot : slot - CELLS;
            look(shape, tables, cell, cards, now - ended, deep);
#endif
            coups++;
            begun = ended + burned;
            ended = now;
#if !STREAM
            if (shape.follows) {
                // A streak passes through every length up to its own, so each entry counts the
                // streaks of at least its length.
                run = (int)won == run_of ? run + 1 : 1;
                run_of = won;
                COUNT(rows[(4 + won) * MOST + run]);
                if (won < 2) {
                    win = (int)won == win_of ? win + 1 : 1;
                    win_of = won;
                    longest = win > longest ? win : longest;
                    COUNT(rows[(2 + won) * MOST + win]);
                }
            }
#endif
            int is_done = coups == shape.fixed;
            if (!shape.fixed) {
                int position = ended + burned;
                if (more > 0) {
                    more--;
                } else if (position > shape.cut_at) {
                    more = shape.cut_at <= begun ? shape.before : shape.inside;
                }
                int is_out = position > shape.end && more < 0;
                is_done = more == 0 || is_out || shape.size - position < 6;
            }
            if (is_done) {
#if STREAM
                sheet.coups[place] = (u16)coups;
                sheet.burned[place] = (u8)burned;
#else
                if (shape.follows) {
                    COUNT(rows[coups]);
                    COUNT(rows[MOST + longest]);
                }
#endif
                return;
            }
        }
    }
}

#ifdef __CUDACC__
// Tables are in shared memory, and so are the counts of a block until it ends, and deeper counts if
// there is room for them.
extern "C" __global__ void __launch_bounds__(THREADS) deal(
    Shape shape, u64 first, u64 shoes, u64 seed, const u16 *small, int steps, int starts,
    int labels, const u32 *cells, const u8 *wholes, int deep_inside, u64 *out, u32 *deep_out,
    u16 *verdicts, u16 *gone, u8 *drawn, u8 *burned, u16 *coups, int turns, int draws) {
    const Sheet sheet = {verdicts, gone, drawn, burned, coups, turns, draws};
    extern __shared__ u32 memory[];
    u32 *counts = memory;
    u32 *deep = counts + COUNTS;
    u32 *suits = deep + deep_inside;
    u32 *classes = suits + (KINDS == 52 ? 13 * THREADS : 0);
    u16 *words = (u16 *)(classes + (DEEP ? CELLS : 0));
    int many = steps + starts + labels;
    for (int i = threadIdx.x; i < COUNTS + deep_inside; i += THREADS) counts[i] = 0;
    for (int i = threadIdx.x; i < many; i += THREADS) words[i] = small[i];
    if (DEEP) for (int i = threadIdx.x; i < CELLS; i += THREADS) classes[i] = cells[i];
    __syncthreads();
    Tables tables = {words, words + steps, words + steps + starts, classes, wholes};
    Urn urn;
#if KINDS == 52
    urn.suits = suits + threadIdx.x;
    urn.stride = THREADS;
#endif
    u64 stride = (u64)gridDim.x * THREADS;
    for (u64 i = (u64)blockIdx.x * THREADS + threadIdx.x; i < shoes; i += stride)
        deal_shoe(shape, tables, urn, first + i, seed, counts, DEEP == 2 ? deep_out : deep, sheet, i);
    __syncthreads();
    for (int i = threadIdx.x; i < COUNTS; i += THREADS)
        if (counts[i]) atomicAdd(&out[i], (u64)counts[i]);
    for (int i = threadIdx.x; i < deep_inside; i += THREADS)
        if (deep[i]) atomicAdd(&deep_out[i], deep[i]);
}
#else
extern "C" void deal_on_host(const Shape *shape, u64 first, u64 shoes, u64 seed, const u16 *small,
                             int steps, int starts, const u32 *cells, const u8 *wholes,
                             u32 *counts, u32 *deep, u16 *verdicts, u16 *gone, u8 *drawn,
                             u8 *burned, u16 *coups, int turns, int draws) {
    const Sheet sheet = {verdicts, gone, drawn, burned, coups, turns, draws};
    Tables tables = {small, small + steps, small + steps + starts, cells, wholes};
    Urn urn;
#if KINDS == 52
    u32 suits[13];
    urn.suits = suits;
    urn.stride = 1;
#endif
    for (u64 i = 0; i < shoes; i++)
        deal_shoe(*shape, tables, urn, first + i, seed, counts, deep, sheet, i);
}
#endif
