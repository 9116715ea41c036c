#include "common/numeric/log_gamma.h"

#include <math.h>

namespace widthlab::numeric {

double LogGamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}

}  // namespace widthlab::numeric
