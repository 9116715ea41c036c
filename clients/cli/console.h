// Where widthctl writes, and what may be written there: colours and moving bars on a terminal,
// plain lines in a pipe.
//
//   const Console console = Console::OfProcess();
//   console.out << console.Bold("arm") << "\n";
#ifndef WIDTHLAB_CLIENTS_CLI_CONSOLE_H_
#define WIDTHLAB_CLIENTS_CLI_CONSOLE_H_

#include <ostream>
#include <string>
#include <string_view>

namespace widthlab::cli {

struct Console {
  std::ostream& out;
  std::ostream& err;
  // Whether each of them is a terminal that understands cursor movements.
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  // Whether each of them gets colours; WantsColours decides.
  bool colours = false;
  bool err_colours = false;
  // Whether the locale can show characters beyond ASCII.
  bool unicode = false;
  // Columns of the terminal.
  int width = 80;

  // Standard output and error of this process.
  static Console OfProcess();

  // The same with colours as --color has it: "always", "never", anything else leaves them.
  Console WithColour(std::string_view when) const;

  // `text` in a style, or as it is where colours are off.
  std::string Bold(std::string_view text) const { return Styled("1", text); }
  std::string Dim(std::string_view text) const { return Styled("2", text); }
  std::string Red(std::string_view text) const { return Styled("31", text); }
  std::string Green(std::string_view text) const { return Styled("32", text); }
  std::string Yellow(std::string_view text) const { return Styled("33", text); }

  // For standard error.
  std::string ErrRed(std::string_view text) const { return Styled("31", text, err_colours); }

 private:
  std::string Styled(std::string_view code, std::string_view text) const {
    return Styled(code, text, colours);
  }
  static std::string Styled(std::string_view code, std::string_view text, bool colours);
};

// Values of environment variables; empty where they are not set.
struct ColourWishes {
  // Any value asks for no colours (no-color.org). Wins over the next.
  std::string no_color = {};
  // Any value but "0" asks for colours in pipes and files too.
  std::string force_color = {};
};

// Whether a stream gets colours; `is_terminal` says that it is one that understands them.
bool WantsColours(const ColourWishes& wishes, bool is_terminal);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_CONSOLE_H_
