// Small pieces of Markdown.
#ifndef WIDTHLAB_TOOLS_REFERENCE_MARKDOWN_H_
#define WIDTHLAB_TOOLS_REFERENCE_MARKDOWN_H_

#include <string>
#include <string_view>
#include <vector>

namespace widthlab::reference {

// "| a | b |", with what would end a cell escaped; lines of a cell are joined by blanks.
std::string TableRow(const std::vector<std::string>& cells);

// Titles and the line below them.
std::string TableHead(const std::vector<std::string>& titles);

// Text that is no markup: < > and * stay what they are.
std::string Plain(std::string_view text);

// `text` as code.
std::string Code(std::string_view text);

}  // namespace widthlab::reference

#endif  // WIDTHLAB_TOOLS_REFERENCE_MARKDOWN_H_
