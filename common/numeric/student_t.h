#ifndef WIDTHLAB_COMMON_NUMERIC_STUDENT_T_H_
#define WIDTHLAB_COMMON_NUMERIC_STUDENT_T_H_

namespace widthlab::numeric {

// Student's t with ν > 0 degrees of freedom (not necessarily whole). Relative error about 1e-12.
//
//   double p = StudentTTwoSidedP(mean / standard_error, n - 1);
//   double half_width = StudentTQuantile(0.975, n - 1) * standard_error;

// P(T ≤ t).
double StudentTCdf(double t, double degrees_of_freedom);

// P(|T| ≥ |t|), accurate in the far tail too.
double StudentTTwoSidedP(double t, double degrees_of_freedom);

// The t with P(T ≤ t) = p, 0 < p < 1.
double StudentTQuantile(double p, double degrees_of_freedom);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_STUDENT_T_H_
