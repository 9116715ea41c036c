#ifndef WIDTHLAB_COMMON_NUMERIC_EXACT_LOG_H_
#define WIDTHLAB_COMMON_NUMERIC_EXACT_LOG_H_

namespace widthlab::numeric {

// The natural logarithm of a positive, normal, finite x from +, −, ×, ÷ only, so that its bits do
// not depend on the machine's math library. Error below one unit in the last place.
//
// x = 2^k·m with √½ ≤ m < √2 and s = (m − 1)/(m + 1): log m = 2·(s + s³/3 + s⁵/5 + …), with the
// minimax coefficients of FreeBSD's msun (e_log.c) for the tail of the series.
double ExactLog(double x);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_EXACT_LOG_H_
