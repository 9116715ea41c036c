// Maps values to pixels and chooses round ticks.
//
//   const Scale x = Scale::Linear(0, 11, {80, 700});
//   x.At(5.5) == 390;  x.ticks()  // 0, 2, 4, ...
#ifndef WIDTHLAB_COMMON_FIGURE_SCALE_H_
#define WIDTHLAB_COMMON_FIGURE_SCALE_H_

#include <string>
#include <vector>

namespace widthlab::figure {

struct PixelRange {
  double from;  // where the low end is drawn
  double to;
};

struct Tick {
  double value;
  std::string label;
};

class Scale {
 public:
  // From `low` to `high`, both finite; equal ends are widened. `whole`: ticks are whole numbers.
  static Scale Linear(double low, double high, PixelRange pixels, bool whole = false);

  // Logarithmic; both ends above 0. Ticks at powers of ten, and at 2 and 5 times them where there
  // are few.
  static Scale Logarithmic(double low, double high, PixelRange pixels);

  double At(double value) const;
  bool Contains(double value) const { return value >= low_ && value <= high_; }
  const std::vector<Tick>& ticks() const { return ticks_; }
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  Scale(double low, double high, PixelRange pixels, bool logarithmic)
      : low_(low), high_(high), pixels_(pixels), logarithmic_(logarithmic) {}

  double low_;
  double high_;
  PixelRange pixels_;
  bool logarithmic_;
  std::vector<Tick> ticks_;
};

// The step 1, 2 or 5 times a power of ten that cuts [low, high] into about `count` pieces.
double RoundStep(double low, double high, int count);

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_SCALE_H_
