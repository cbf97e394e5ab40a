// CUDA C++ on a CPU: the threads of a block are fibers, which take turns where they wait for each other. Slow and exact.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>
#include <xmmintrin.h>

#define __global__
#define __device__
#define __shared__ static

struct Place { unsigned x, y, z; };
static Place threadIdx, blockIdx, blockDim, gridDim;

enum State { READY, AT_BLOCK, AT_WARP, DONE };
static const int MOST = 1024, STACK = 1 << 15;
static ucontext_t scheduler, fibers[MOST];
static State states[MOST];
static double passed[MOST];
static int current, count;
static void (*body)();

static void wait_as(State state) {
  states[current] = state;
  swapcontext(&fibers[current], &scheduler);
}

static void __syncthreads() { wait_as(AT_BLOCK); }

template <typename T> static T __shfl_xor_sync(unsigned mask, T value, int distance) {
  if (mask != 0xffffffffu) abort();
  passed[current] = (double)value;
  wait_as(AT_WARP);
  const T found = (T)passed[current ^ distance];
  wait_as(AT_WARP);
  return found;
}

static void fiber() {
  body();
  states[current] = DONE;
}

static bool released(State state, int begin, int end) {
  bool some = false;
  for (int i = begin; i < end; ++i) {
    if (states[i] != state && states[i] != DONE) return false;
    some = some || states[i] == state;
  }
  for (int i = begin; i < end; ++i)
    if (states[i] == state) states[i] = READY;
  return some;
}

static void run_block() {
  static char *stacks = (char *)malloc((size_t)MOST * STACK);
  count = blockDim.x * blockDim.y;
  for (int i = 0; i < count; ++i) {
    getcontext(&fibers[i]);
    fibers[i].uc_stack.ss_sp = stacks + (size_t)i * STACK;
    fibers[i].uc_stack.ss_size = STACK;
    fibers[i].uc_link = &scheduler;
    makecontext(&fibers[i], fiber, 0);
    states[i] = READY;
  }
  for (;;) {
    bool done = true, moved = false;
    for (current = 0; current < count; ++current) {
      if (states[current] != READY) continue;
      threadIdx.x = current % blockDim.x, threadIdx.y = current / blockDim.x;
      swapcontext(&scheduler, &fibers[current]);
      moved = true;
    }
    for (int i = 0; i < count; ++i) done = done && states[i] == DONE;
    if (done) return;
    for (int i = 0; i < count; i += 32) moved = released(AT_WARP, i, i + 32 < count ? i + 32 : count) || moved;
    moved = released(AT_BLOCK, 0, count) || moved;
    if (!moved) {
      fprintf(stderr, "threads of a block wait for each other\n");
      abort();
    }
  }
}

static void run_threads() {
  for (threadIdx.y = 0; threadIdx.y < blockDim.y; ++threadIdx.y)
    for (threadIdx.x = 0; threadIdx.x < blockDim.x; ++threadIdx.x) body();
}

// flush: subnormal numbers of float kernels are 0, as cupy has them compiled
static void run_grid(const unsigned *grid, const unsigned *block, bool waits, bool flush) {
  const unsigned before = _mm_getcsr();
  if (flush) _mm_setcsr(before | 0x8040);
  gridDim = {grid[0], grid[1], grid[2]};
  blockDim = {block[0], block[1], block[2]};
  for (blockIdx.y = 0; blockIdx.y < gridDim.y; ++blockIdx.y)
    for (blockIdx.x = 0; blockIdx.x < gridDim.x; ++blockIdx.x) waits ? run_block() : run_threads();
  _mm_setcsr(before);
}
