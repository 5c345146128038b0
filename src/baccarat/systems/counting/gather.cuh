// Perfect play, said for a GPU: the composition before every coup, and what was laid shoe by shoe.
// Compiled by CuPy at run time; compiled as plain C++ it is held to the other loops by the tests.
//
// THREADS  of a block, each with a shoe; at most 1024, so that the sums of a block fit

#ifdef __CUDACC__
#define BOTH __device__ __forceinline__
#define COUNT(place, number) atomicAdd(&(place), (u32)(number))
#else
#include <cmath>
#define BOTH static inline
#define COUNT(place, number) ((place) += (u32)(number))
#endif
typedef long long i64;
typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;

const int POINTS = 10;
const int LANES = 64;
const int SLOT = 1023, USED = 12, CELLS = 400;  // of a verdict; see tables.py
const int COLUMNS = 5;   // coups, bets, coins won; what they were worth, cut into two halves
const int NUMBERS = COLUMNS + COLUMNS * (COLUMNS + 1) / 2;  // their sums, and sums of products
const int HALF = 24;     // bits of the lower half
const int QUARTER = 20;  // bits of the lower part of a single bet's worth
const int PLACES = 4;    // of a row by cards: bets, coins, and both parts of the worth

// Coups as they were written down, 64 shoes side by side; see coups.py.
struct Dealt {
    const u16 *verdicts, *gone;
    const u8 *drawn, *burned;
    const u16 *coups;
    int turns, draws, size, printed;
};

// Shoes, their coups one after the other, shoe by shoe: what is known of each before it is dealt.
struct Rows {
    const i64 *firsts;   // shoe: its first coup
    u8 *counts;          // coup, points: cards that nobody has seen
    u16 *unseen, *cells; // coup
    u16 *lengths;        // ending, shoe
};

BOTH void write_rows(const Dealt &dealt, const u8 *full, const int *endings, int many, i64 shoe,
                     i64 shoes, const Rows &rows) {
    const i64 group = shoe / LANES, lane = shoe % LANES;
    const u16 *verdicts = dealt.verdicts + group * dealt.turns * LANES + lane;
    const u16 *gone = dealt.gone + group * dealt.turns * LANES + lane;
    const u8 *drawn = dealt.drawn + group * dealt.draws * LANES + lane;
    const int coups = dealt.coups[shoe], burned = dealt.burned[shoe];
    u8 now[POINTS];
    for (int points = 0; points < POINTS; points++) now[points] = full[points];
    int at = 0;
    for (int turn = 0; turn < coups; turn++) {
        const int before = gone[turn * LANES];
        for (; at < before; at++) now[drawn[at * LANES]]--;
        const i64 row = rows.firsts[shoe] + turn;
        for (int points = 0; points < POINTS; points++) rows.counts[row * POINTS + points] = now[points];
        rows.unseen[row] = (u16)(dealt.size - before);
        rows.cells[row] = (u16)((verdicts[turn * LANES] & SLOT) % CELLS);
    }
    // How many coups the shoe has by each ending; see `lengths` of laying_loops.py.
    for (int ending = 0; ending < many; ending++) {
        const int cut_at = dealt.size - endings[3 * ending];
        int turn = coups, end = 0;
        if (turn) {
            const int used = (verdicts[(turn - 1) * LANES] >> USED) - dealt.printed;
            end = gone[(turn - 1) * LANES] + burned + used;
        }
        while (turn && end > cut_at) {
            turn--;
            end = gone[turn * LANES] + burned;
        }
        if (turn < coups) turn += 1 + endings[3 * ending + (end >= cut_at ? 1 : 2)];
        rows.lengths[ending * shoes + shoe] = (u16)(turn < coups ? turn : coups);
    }
}

// The coups that may favour the guest, in order, and what each is worth, exactly.
struct Chosen {
    const i64 *rows;     // place: the coup
    const i64 *won;      // place, 0 or 1: what a unit wins on average, numerator and denominator
    const i64 *begins;   // shoe: its first place
    i64 many;
};

// What a guest laid in one shoe: the sums and products of its columns.
BOTH void gather_shoe(const Chosen &chosen, const u16 *unseen, const u16 *cells, i64 first, int length,
                      i64 begin, const i64 *nets, i64 *numbers, u32 *by_cards) {
    i64 bets = 0, coins = 0, worth = 0;
    for (i64 place = begin; place < chosen.many && chosen.rows[place] < first + length; place++) {
        const i64 above = chosen.won[2 * place], row = chosen.rows[place];
        if (above <= 0) continue;  // it was only near to nothing
        // Three roundings that are prescribed; see `Expectation.billionths`.
        const i64 each = (i64)rint((double)above / (double)chosen.won[2 * place + 1] * 1e9);
        const i64 net = nets[cells[row]];
        bets += 1, coins += net, worth += each;
        u32 *line = by_cards + unseen[row] * PLACES;
        COUNT(line[0], 1);
        COUNT(line[1], net);
        COUNT(line[2], each >> QUARTER);
        COUNT(line[3], each & ((1 << QUARTER) - 1));
    }
    const i64 columns[COLUMNS] = {length, bets, coins, worth >> HALF, worth & ((1 << HALF) - 1)};
    int place = COLUMNS;
    for (int one = 0; one < COLUMNS; one++) {
        numbers[one] = columns[one];
        for (int other = one; other < COLUMNS; other++) numbers[place++] = columns[one] * columns[other];
    }
}

#ifdef __CUDACC__
extern "C" __global__ void rows(const u16 *verdicts, const u16 *gone, const u8 *drawn,
                                const u8 *burned, const u16 *coups, int turns, int draws, int size,
                                int printed, const u8 *full, const int *endings, int many, i64 shoes,
                                const i64 *firsts, u8 *counts, u16 *unseen, u16 *cells, u16 *lengths) {
    const Dealt dealt = {verdicts, gone, drawn, burned, coups, turns, draws, size, printed};
    const i64 shoe = (i64)blockIdx.x * blockDim.x + threadIdx.x;
    if (shoe < shoes)
        write_rows(dealt, full, endings, many, shoe, shoes, {firsts, counts, unseen, cells, lengths});
}

// Out: ending, block, numbers; and ending, cards unseen: bets, coins, what they were worth.
extern "C" __global__ void __launch_bounds__(THREADS) gather(
    const i64 *chosen_rows, const i64 *won, const i64 *begins, i64 chosen_many, const u16 *unseen,
    const u16 *cells, const i64 *firsts, const u16 *lengths, i64 shoes, int endings, int sizes,
    const i64 *nets, i64 *numbers, i64 *by_cards) {
    extern __shared__ u32 table[];
    const Chosen chosen = {chosen_rows, won, begins, chosen_many};
    const i64 shoe = (i64)blockIdx.x * THREADS + threadIdx.x;
    for (int ending = 0; ending < endings; ending++) {
        for (int i = threadIdx.x; i < sizes * PLACES; i += THREADS) table[i] = 0;
        __syncthreads();
        i64 mine[NUMBERS] = {};
        if (shoe < shoes)
            gather_shoe(chosen, unseen, cells, firsts[shoe], lengths[ending * shoes + shoe],
                        begins[shoe], nets, mine, table);
        u64 *out = (u64 *)numbers + ((i64)ending * gridDim.x + blockIdx.x) * NUMBERS;
#pragma unroll
        for (int place = 0; place < NUMBERS; place++) {
            i64 all = mine[place];
            for (int other = 16; other; other /= 2) all += __shfl_xor_sync(~0u, all, other);
            if (threadIdx.x % 32 == 0 && all) atomicAdd(&out[place], (u64)all);
        }
        __syncthreads();
        for (int i = threadIdx.x; i < sizes; i += THREADS) {
            const u32 *line = table + i * PLACES;
            if (!line[0]) continue;
            u64 *row = (u64 *)by_cards + ((i64)ending * sizes + i) * 3;
            atomicAdd(&row[0], (u64)line[0]);
            atomicAdd(&row[1], (u64)(i64)(int)line[1]);
            atomicAdd(&row[2], ((u64)line[2] << QUARTER) + line[3]);
        }
        __syncthreads();
    }
}
#else
extern "C" void rows_on_host(const u16 *verdicts, const u16 *gone, const u8 *drawn, const u8 *burned,
                             const u16 *coups, int turns, int draws, int size, int printed,
                             const u8 *full, const int *endings, int many, i64 shoes,
                             const i64 *firsts, u8 *counts, u16 *unseen, u16 *cells, u16 *lengths) {
    const Dealt dealt = {verdicts, gone, drawn, burned, coups, turns, draws, size, printed};
    for (i64 shoe = 0; shoe < shoes; shoe++)
        write_rows(dealt, full, endings, many, shoe, shoes, {firsts, counts, unseen, cells, lengths});
}

extern "C" void gather_on_host(const i64 *chosen_rows, const i64 *won, const i64 *begins,
                               i64 chosen_many, const u16 *unseen, const u16 *cells,
                               const i64 *firsts, const u16 *lengths, i64 shoes, int endings,
                               int sizes, const i64 *nets, i64 *numbers, i64 *by_cards) {
    const Chosen chosen = {chosen_rows, won, begins, chosen_many};
    const i64 blocks = (shoes + THREADS - 1) / THREADS;
    u32 *table = new u32[sizes * PLACES];
    for (int ending = 0; ending < endings; ending++) {
        for (i64 block = 0; block < blocks; block++) {
            for (int i = 0; i < sizes * PLACES; i++) table[i] = 0;
            i64 *out = numbers + (ending * blocks + block) * NUMBERS;
            for (i64 shoe = block * THREADS; shoe < shoes && shoe < (block + 1) * THREADS; shoe++) {
                i64 mine[NUMBERS];
                gather_shoe(chosen, unseen, cells, firsts[shoe], lengths[ending * shoes + shoe],
                            begins[shoe], nets, mine, table);
                for (int place = 0; place < NUMBERS; place++) out[place] += mine[place];
            }
            for (int i = 0; i < sizes; i++) {
                const u32 *line = table + i * PLACES;
                i64 *row = by_cards + (ending * sizes + i) * 3;
                row[0] += line[0];
                row[1] += (int)line[1];
                row[2] += ((i64)line[2] << QUARTER) + line[3];
            }
        }
    }
    delete[] table;
}
#endif
