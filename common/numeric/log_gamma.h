#ifndef WIDTHLAB_COMMON_NUMERIC_LOG_GAMMA_H_
#define WIDTHLAB_COMMON_NUMERIC_LOG_GAMMA_H_

namespace widthlab::numeric {

// log Γ(x) for x > 0. Unlike std::lgamma it may be called from several threads: it writes no global
// sign.
double LogGamma(double x);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_LOG_GAMMA_H_
