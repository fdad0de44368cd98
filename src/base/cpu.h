// Features of this processor, detected once.
#pragma once

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace freshet {

// Returns true if code compiled for AVX2 with BMI, which come together, may run.
inline bool has_avx2() {
#if defined(__x86_64__)
  static const bool has = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0;
  return has;
#else
  return false;
#endif
}

// Returns true if there are the SHA-1 and SHA-256 instructions and SSE 4.1. Not all compilers know
// the name of the former, so CPUID is read directly (leaf 7, bit 29 of EBX).
inline bool has_sha_ni() {
#if defined(__x86_64__)
  static const bool has = [] {
    unsigned a = 0, b = 0, c = 0, d = 0;
    const bool has_sha = __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b >> 29 & 1) != 0;
    return has_sha && __builtin_cpu_supports("sse4.1") != 0;
  }();
  return has;
#else
  return false;
#endif
}

}  // namespace freshet
