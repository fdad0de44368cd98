// What this processor can do, asked once.
#pragma once

namespace freshet {

// AVX2 with BMI, which come together: code compiled for them may run.
inline bool has_avx2() {
#if defined(__x86_64__)
  static const bool has = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0;
  return has;
#else
  return false;
#endif
}

}  // namespace freshet
