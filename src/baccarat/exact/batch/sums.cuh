// The sums of a batch on a GPU: one composition for each thread.
// CuPy compiles this at run time; the tests compile it as plain C++ and compare it with the other
// loops.
//
// As in loops.py, the ten points are split into two halves, with a bilinear form for each number of
// cards in the lower half. A loop computes the products of the longer side one by one; a register
// holds a sum for every product of the shorter side. The same loop serves both ways to divide the
// cards: the fewer cards in the lower half, or in the upper half.
//
// CARDS    six, or five beside a printed one
// NUMBER   double, or unsigned long long (right modulo 2^64) if sums need more than 53 bits
// FACTOR   the type of a coefficient: NUMBER, or unsigned int, which is multiplied twice as fast
// COUNT    the type of a count of cards
// OUT      the type of an answer
// ANSWER   0 weights: a column for each row of coefficients, and one for all other orders
//          1 fraction: the amount won, and the number of all orders, both in parts of a unit
//          2 expectation
//          3 sign
//          4 sign, from rounded coefficients: 2 if it is uncertain
// THREADS  the number of threads in a block

#ifdef __CUDACC__
#define BOTH __device__ __forceinline__
#define UNROLL _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")
#else
#define BOTH static inline
#define UNROLL
#define ROLLED
#endif
typedef NUMBER Number;
typedef long long i64;
typedef unsigned long long u64;

const int HALF = 5;
const int PAIRS = (CARDS + 1) * (CARDS + 2) / 2;  // powers of two points, of up to all cards

struct alignas(2 * sizeof(FACTOR)) Two { FACTOR one, other; };  // fetched together

// A composition, and for each half the products of its last two points, `stride` apart.
struct Shoe {
    Number n[2 * HALF];
    Number *pairs;
    int stride;
    i64 size;
};

BOTH Number pair_of(const Shoe &shoe, int half, int cards, int power) {
    return shoe.pairs[(half * PAIRS + cards * (cards + 1) / 2 + power) * shoe.stride];
}

BOTH void fill(Shoe &shoe, const COUNT *counts) {
    shoe.size = 0;
    UNROLL
    for (int points = 0; points < 2 * HALF; points++) {
        i64 count = (i64)counts[points];
        shoe.n[points] = (Number)count;
        shoe.size += count;
    }
    UNROLL
    for (int half = 0; half < 2; half++) {
        const Number n = shoe.n[half * HALF + 3], m = shoe.n[half * HALF + 4];
        Number first = 1;
        ROLLED
        for (int power = 0; power <= CARDS; power++) {
            Number both = first;
            ROLLED
            for (int other = 0; power + other <= CARDS; other++) {
                int cards = power + other;
                shoe.pairs[(half * PAIRS + cards * (cards + 1) / 2 + power) * shoe.stride] = both;
                both *= m - (Number)other;
            }
            first *= n - (Number)power;
        }
    }
}

// Add each sum times its product of the shorter side, which has this number of cards.
template <int FEWER> BOTH Number together(const Shoe &shoe, int half, const Number *sums) {
    const Number *n = shoe.n + half * HALF;
    Number total = 0, a = 1;
    int place = 0;
    UNROLL
    for (int p = 0; p <= FEWER; p++) {
        Number b = a;
        UNROLL
        for (int q = 0; p + q <= FEWER; q++) {
            Number c = b;
            UNROLL
            for (int r = 0; p + q + r <= FEWER; r++) {
                int left = FEWER - p - q - r;
                UNROLL
                for (int s = 0; s <= left; s++)
                    total += sums[place++] * (c * pair_of(shoe, half, left, s));
                c *= n[2] - (Number)r;
            }
            b *= n[1] - (Number)q;
        }
        a *= n[0] - (Number)p;
    }
    return total;
}

// The forms with FEWER cards in one half and the rest in the other.
template <int FEWER> BOTH Number forms(const Shoe &shoe, const Two *&line) {
    const int MANY = CARDS - FEWER, SIDES = MANY == FEWER ? 1 : 2;
    const int SIDE = (FEWER + 1) * (FEWER + 2) * (FEWER + 3) * (FEWER + 4) / 24;  // products
    const int WIDTH = (SIDE + 1) / 2;  // pairs of coefficients
    Number sums[SIDES][SIDE];
    UNROLL
    for (int side = 0; side < SIDES; side++) {
        UNROLL
        for (int item = 0; item < SIDE; item++) sums[side][item] = 0;
    }
    // Side 0 has the fewer cards in the lower half, so its longer products are in the upper half.
    Number a[2] = {1, 1}, b[2], c[2];
    ROLLED
    for (int p = 0; p <= MANY; p++) {
        b[0] = a[0], b[1] = a[1];
        ROLLED
        for (int q = 0; p + q <= MANY; q++) {
            c[0] = b[0], c[1] = b[1];
            ROLLED
            for (int r = 0; p + q + r <= MANY; r++) {
                int left = MANY - p - q - r;
                ROLLED
                for (int s = 0; s <= left; s++) {
                    UNROLL
                    for (int side = 0; side < SIDES; side++) {
                        Number x = c[side] * pair_of(shoe, 1 - side, left, s);
                        UNROLL
                        for (int item = 0; item < SIDE; item++) {
                            const Two &two = line[item / 2];
                            sums[side][item] += (Number)(item % 2 ? two.other : two.one) * x;
                        }
                        line += WIDTH;
                    }
                }
                UNROLL
                for (int side = 0; side < SIDES; side++)
                    c[side] *= shoe.n[(1 - side) * HALF + 2] - (Number)r;
            }
            UNROLL
            for (int side = 0; side < SIDES; side++)
                b[side] *= shoe.n[(1 - side) * HALF + 1] - (Number)q;
        }
        UNROLL
        for (int side = 0; side < SIDES; side++)
            a[side] *= shoe.n[(1 - side) * HALF] - (Number)p;
    }
    Number total = 0;
    UNROLL
    for (int side = 0; side < SIDES; side++) total += together<FEWER>(shoe, side, sums[side]);
    return total;
}

// The sum over all multisets of a coefficient times the ways to draw it.
BOTH Number sum_of(const Shoe &shoe, const Two *line) {
    Number total = forms<0>(shoe, line);
    total += forms<1>(shoe, line);
    total += forms<2>(shoe, line);
    if constexpr (CARDS == 6) total += forms<3>(shoe, line);
    return total;
}

BOTH double signed_of(double sum) { return sum; }
BOTH i64 signed_of(u64 sum) { return (i64)sum; }

// The parameters of every answer.
struct Asked {
    int groups;
    i64 unit;         // the number of parts in a unit
    i64 shift;        // the parts added to every price, so that none is below 0
    double rounded;   // the largest error of a sum, as a share of all that could be drawn
};

// Write the answer for a sum.
BOTH void answer(const Shoe &shoe, Number found, int group, const Asked &asked, OUT *out) {
    u64 total = 1;
    double draws = 1;
    for (int card = 0; card < CARDS; card++) {
        total *= (u64)(shoe.size - card);
        draws *= (double)(shoe.size - card) / (card + 1);
    }
    const auto sum = signed_of(found - (Number)((u64)asked.shift * total));
    if (ANSWER == 0) {
        out[group] = (OUT)sum;
        if (group == asked.groups - 1) {
            for (int other = 0; other < asked.groups; other++) total -= (u64)out[other];
            out[asked.groups] = (OUT)total;
        }
    } else if (ANSWER == 1) {
        out[0] = (OUT)sum;
        out[1] = (OUT)((u64)asked.unit * total);
    } else if (ANSWER == 2) {
        out[0] = (OUT)((double)sum / (double)(i64)((u64)asked.unit * total));
    } else {
        const double about = (double)sum, bound = asked.rounded * draws;
        const bool is_near = ANSWER == 4 && about <= bound && -about <= bound;
        out[0] = (OUT)(is_near ? 2 : sum > 0 ? 1 : sum < 0 ? -1 : 0);
    }
}

// The lowest and the highest count, and the sizes of the smallest and the largest shoe.
struct Extent { i64 lowest, highest, fewest, most; };

BOTH i64 lesser(i64 a, i64 b) { return a < b ? a : b; }
BOTH i64 greater(i64 a, i64 b) { return a > b ? a : b; }

BOTH void look_at(Extent &extent, const COUNT *counts) {
    u64 size = 0;
    for (int points = 0; points < 2 * HALF; points++) {
        const i64 count = (i64)counts[points];
        extent.lowest = lesser(extent.lowest, count);
        extent.highest = greater(extent.highest, count);
        size += (u64)count;
    }
    extent.fewest = lesser(extent.fewest, (i64)size);
    extent.most = greater(extent.most, (i64)size);
}

const int MORE = ANSWER <= 1;  // whether there is one more column than rows of coefficients

#ifdef __CUDACC__
// The coefficients of a column and the pairs of every thread are in shared memory.
extern "C" __global__ void __launch_bounds__(THREADS) sums(
    const COUNT *counts, i64 rows, const Two *lines, int width, int groups, i64 unit, i64 shift,
    double rounded, OUT *out) {
    const Asked asked = {groups, unit, shift, rounded};
    extern __shared__ Two memory[];
    Shoe shoe;
    shoe.pairs = (Number *)(memory + width) + threadIdx.x;
    shoe.stride = THREADS;
    for (int group = 0; group < groups; group++) {
        __syncthreads();
        for (int i = threadIdx.x; i < width; i += THREADS) memory[i] = lines[(i64)group * width + i];
        __syncthreads();
        for (i64 row = (i64)blockIdx.x * THREADS + threadIdx.x; row < rows;
             row += (i64)gridDim.x * THREADS) {
            fill(shoe, counts + 2 * HALF * row);
            Number sum = sum_of(shoe, memory);
            answer(shoe, sum, group, asked, out + (groups + MORE) * row);
        }
    }
}

extern "C" __global__ void extent(const COUNT *counts, i64 rows, i64 *found) {
    Extent mine = {found[0], found[1], found[2], found[3]};
    for (i64 row = (i64)blockIdx.x * blockDim.x + threadIdx.x; row < rows;
         row += (i64)gridDim.x * blockDim.x)
        look_at(mine, counts + 2 * HALF * row);
    for (int other = 16; other; other /= 2) {
        mine.lowest = lesser(mine.lowest, __shfl_xor_sync(~0u, mine.lowest, other));
        mine.highest = greater(mine.highest, __shfl_xor_sync(~0u, mine.highest, other));
        mine.fewest = lesser(mine.fewest, __shfl_xor_sync(~0u, mine.fewest, other));
        mine.most = greater(mine.most, __shfl_xor_sync(~0u, mine.most, other));
    }
    if (threadIdx.x % 32 == 0) {
        atomicMin(&found[0], mine.lowest);
        atomicMax(&found[1], mine.highest);
        atomicMin(&found[2], mine.fewest);
        atomicMax(&found[3], mine.most);
    }
}
#else
extern "C" void sums_on_host(const COUNT *counts, i64 rows, const Two *lines, int width, int groups,
                             i64 unit, i64 shift, double rounded, OUT *out) {
    const Asked asked = {groups, unit, shift, rounded};
    Number pairs[2 * PAIRS];
    Shoe shoe;
    shoe.pairs = pairs;
    shoe.stride = 1;
    for (int group = 0; group < groups; group++) {
        for (i64 row = 0; row < rows; row++) {
            fill(shoe, counts + 2 * HALF * row);
            Number sum = sum_of(shoe, lines + (i64)group * width);
            answer(shoe, sum, group, asked, out + (groups + MORE) * row);
        }
    }
}

extern "C" void extent_on_host(const COUNT *counts, i64 rows, i64 *found) {
    Extent all = {found[0], found[1], found[2], found[3]};
    for (i64 row = 0; row < rows; row++) look_at(all, counts + 2 * HALF * row);
    found[0] = all.lowest, found[1] = all.highest, found[2] = all.fewest, found[3] = all.most;
}
#endif
