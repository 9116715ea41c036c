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
  // On a terminal, unless NO_COLOR is set or TERM is "dumb".
  bool colours = false;
  // Whether the locale can show characters beyond ASCII.
  bool unicode = false;
  // Columns of the terminal.
  int width = 80;

  // Standard output and error of this process.
  static Console OfProcess();

  // `text` in a style, or as it is where colours are off.
  std::string Bold(std::string_view text) const { return Styled("1", text); }
  std::string Dim(std::string_view text) const { return Styled("2", text); }
  std::string Red(std::string_view text) const { return Styled("31", text); }
  std::string Green(std::string_view text) const { return Styled("32", text); }
  std::string Yellow(std::string_view text) const { return Styled("33", text); }

 private:
  std::string Styled(std::string_view code, std::string_view text) const;
};

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_CONSOLE_H_
