// The prose that a Debian machine already has: the .pod files of the package perl-doc.
#ifndef WIDTHLAB_CLIENTS_CLI_DEMO_PERL_TEXT_H_
#define WIDTHLAB_CLIENTS_CLI_DEMO_PERL_TEXT_H_

#include <string>

#include "absl/status/statusor.h"
#include "clients/cpp/text_files.h"

namespace widthlab::cli {

// `list` is dpkg's list of the package's files, one path a line. Documents are named by the file's
// own name, so the artifact is the same wherever Perl's version puts the folder. NOT_FOUND on field
// "text" where the package is not installed.
absl::StatusOr<client::TextFiles> FindPerlText(
    const std::string& list = "/var/lib/dpkg/info/perl-doc.list");

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DEMO_PERL_TEXT_H_
