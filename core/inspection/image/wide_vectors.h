#pragma once

namespace countersign {

#if defined(__x86_64__)
namespace wide {

inline bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
}

// Not inlined: its caller is compiled for processors without AVX2.
template <class Work>
__attribute__((target("avx2"), noinline)) void run_with_avx2(Work work) {
  work();
}

}  // namespace wide
#endif

// Does the work with vectors of 8 floats where the processor has them. The loops in `work` are
// compiled twice, for that its call operator must be always_inline. It captures pointers and
// numbers by value: behind a reference they could change with every byte that the loop writes, and
// then the compiler would use no vectors.
//
//   with_wide_vectors([=]() __attribute__((always_inline)) { ... });
//
// The results are the same with vectors of any length, as long as the work adds in a fixed order:
// AVX2 comes without fused multiply-add, which rounds differently.
template <class Work>
void with_wide_vectors(Work work) {
#if defined(__x86_64__)
  if (wide::has_avx2()) {
    wide::run_with_avx2(work);
    return;
  }
#endif
  work();
}

}  // namespace countersign
