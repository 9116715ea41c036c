#include <string>
#include <vector>

#include "clients/cli/console.h"
#include "clients/cli/widthctl.h"

int main(int argc, char** argv) {
  return widthlab::cli::RunWidthctl(std::vector<std::string>(argv + 1, argv + argc),
                                    widthlab::cli::Console::OfProcess());
}
