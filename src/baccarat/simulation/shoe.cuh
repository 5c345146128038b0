// One seeded shoe, dealt and counted: the reference engine, said for a GPU.
// Compiled by CuPy at run time; compiled as plain C++ it is held to the reference by the tests.

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

const int MOST = 256;      // more coups than any shoe has
const int NOBODY = 3;      // who has the streak before the first coup
const int CELLS = 400;
const int SHOE_ROWS = 7;   // coups, longest, streaks of two sides, runs of three outcomes
const int SLOTS = CELLS + SHOE_ROWS * MOST;

// How a shoe is dealt; the same numbers as cpu.py hands to its loops.
struct Shape {
    int size, end, cut_at, fixed, burns, printed, last_rule;
    int below[9];  // cards of at most so many points in a whole shoe
};

// The tableau as tables; see tables.py.
struct Tables {
    const u16 *player, *banker, *fifth, *sixth;
    const u8 *used, *winner;
};

BOTH u32 high(u32 a, u32 b) { return (u32)(((u64)a * b) >> 32); }

// Philox4x32-10; see chance.py.
BOTH void philox(u32 out[4], u32 block, u32 attempt, u64 shoe, u64 seed) {
    u32 a = block, b = attempt, c = (u32)shoe, d = (u32)(shoe >> 32);
    u32 k = (u32)seed, m = (u32)(seed >> 32);
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

// The cards of one shoe, drawn one by one from an urn.
struct Urn {
    u64 shoe, seed;
    int turn, faces;
    u32 second;     // the second die of the last word
    u32 words[4];
    int left[9];    // cards left of at most so many points
};

BOTH void start(Urn &urn, const Shape &shape, u64 shoe, u64 seed) {
    urn.shoe = shoe;
    urn.seed = seed;
    urn.turn = 0;
    urn.faces = shape.size;
    for (int points = 0; points < 9; points++) urn.left[points] = shape.below[points];
}

BOTH u32 throw_die(Urn &urn) {
    if (urn.turn & 1) return urn.second;
    int word = (urn.turn >> 1) & 3;
    u32 block = (u32)(urn.turn >> 3);
    if (word == 0) philox(urn.words, block, 0, urn.shoe, urn.seed);
    if (urn.faces == 1) return 0;
    u32 one = (u32)urn.faces, other = one - 1, both = one * other;
    u32 picked = word == 0 ? urn.words[0] : word == 1 ? urn.words[1]
               : word == 2 ? urn.words[2] : urn.words[3];
    u64 whole = (u64)picked * one;
    u64 rest = (u64)(u32)whole * other;
    if ((u32)rest < both) {  // seldom: it may have to be thrown again
        u32 threshold = (u32)((1ull << 32) % both), attempt = 0, again[4];
        while ((u32)rest < threshold) {
            philox(again, block, ++attempt, urn.shoe, urn.seed);
            whole = (u64)again[word] * one;
            rest = (u64)(u32)whole * other;
        }
    }
    urn.second = (u32)(rest >> 32);
    return (u32)(whole >> 32);
}

BOTH int draw(Urn &urn) {
    int die = (int)throw_die(urn);
    int points = 9;
    for (int j = 0; j < 9; j++) {
        int above = urn.left[j] > die;
        urn.left[j] -= above;
        points -= above;
    }
    urn.turn++;
    urn.faces--;
    return points;
}

// Deal one coup; its cell, and how many cards of the shoe it used.
BOTH int deal_coup(Urn &urn, const Shape &shape, const Tables &tables, int &used) {
    int player1, banker1;
    if (shape.printed < 0) {
        player1 = draw(urn);
        banker1 = draw(urn);
    } else {
        player1 = shape.printed;
        banker1 = draw(urn);
    }
    int player2 = draw(urn), banker2 = draw(urn);
    int state = tables.player[10 * player1 + player2] + tables.banker[10 * banker1 + banker2];
    int turn = tables.fifth[state];
    int sixth = 0;
    if (tables.used[turn] > 4) {  // a third card is drawn; the fifth card tells by whom else
        turn = tables.fifth[state + draw(urn)];
        if (tables.used[turn] > 5) sixth = draw(urn);
    }
    used = tables.used[turn] - (shape.printed >= 0);
    return tables.sixth[10 * turn + sixth];
}

// Deal a whole shoe, or a fixed number of coups, into the slots.
BOTH void deal_shoe(const Shape &shape, const Tables &tables, u64 shoe, u64 seed, int follows,
                    u32 *slots) {
    u32 *rows = slots + CELLS;
    Urn urn;
    start(urn, shape, shoe, seed);
    int position = 0;
    if (shape.burns) {
        int burn = draw(urn);
        position = 1 + (burn ? burn : 10);
    }
    int coups = 0, more = -1;
    int run_of = NOBODY, run = 0, win_of = NOBODY, win = 0, longest = 0;
    for (;;) {
        if (shape.fixed) {
            if (coups == shape.fixed) break;
        } else {
            // The first coup is dealt even if the cut card was among the burned.
            int is_out = position > shape.end && more < 0 && coups > 0;
            if (more == 0 || is_out || shape.size - position < 6) break;
        }
        int used, begun = position;
        int cell = deal_coup(urn, shape, tables, used);
        COUNT(slots[cell]);
        position += used;
        coups++;
        if (more > 0) {
            more--;
        } else if (position > shape.cut_at) {
            int as_first = shape.cut_at <= begun;
            more = shape.last_rule == 0 || (shape.last_rule == 1 && as_first) ? 0 : 1;
        }
        if (!follows) continue;
        int won = tables.winner[cell];
        if (won == run_of) {
            run++;
        } else {
            if (run) COUNT(rows[(4 + run_of) * MOST + run]);
            run_of = won;
            run = 1;
        }
        if (won == 2) continue;
        if (won == win_of) {
            win++;
        } else {
            if (win) COUNT(rows[(2 + win_of) * MOST + win]);
            win_of = won;
            win = 1;
        }
        if (win > longest) longest = win;
    }
    if (!follows) return;
    COUNT(rows[coups]);
    COUNT(rows[MOST + longest]);
    if (run) COUNT(rows[(4 + run_of) * MOST + run]);
    if (win) COUNT(rows[(2 + win_of) * MOST + win]);
}

#ifdef __CUDACC__
// Tables lie in shared memory, and so do the counts of a block until it ends.
extern "C" __global__ void deal(Shape shape, u64 first, u64 shoes, u64 seed, int follows,
                                const u16 *small, const u8 *bytes, int fifths, int turns,
                                u64 *out) {
    extern __shared__ u32 memory[];
    u32 *slots = memory;
    u16 *words = (u16 *)(memory + SLOTS);
    int sizes = 200 + fifths + 10 * turns;
    u8 *tail = (u8 *)(words + sizes);
    for (int i = threadIdx.x; i < SLOTS; i += blockDim.x) slots[i] = 0;
    for (int i = threadIdx.x; i < sizes; i += blockDim.x) words[i] = small[i];
    for (int i = threadIdx.x; i < turns + CELLS; i += blockDim.x) tail[i] = bytes[i];
    __syncthreads();
    Tables tables = {words, words + 100, words + 200, words + 200 + fifths, tail, tail + turns};
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < shoes; i += step)
        deal_shoe(shape, tables, first + i, seed, follows, slots);
    __syncthreads();
    for (int i = threadIdx.x; i < SLOTS; i += blockDim.x)
        if (slots[i]) atomicAdd(&out[i], (u64)slots[i]);
}
#else
extern "C" void deal_on_host(const Shape *shape, u64 first, u64 shoes, u64 seed, int follows,
                             const u16 *small, const u8 *bytes, int fifths, int turns,
                             u32 *slots) {
    Tables tables = {small, small + 100, small + 200, small + 200 + fifths, bytes, bytes + turns};
    for (u64 i = 0; i < shoes; i++)
        deal_shoe(*shape, tables, first + i, seed, follows, slots);
}
#endif
