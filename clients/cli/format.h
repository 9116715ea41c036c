// Figures as people read them.
//
//   FormatDuration(75)        // "1:15"
//   FormatCount(12345678)     // "12.3M"
//   ShortId("3fa9c1e2...")    // "3fa9c1e2d0b7"
#ifndef WIDTHLAB_CLIENTS_CLI_FORMAT_H_
#define WIDTHLAB_CLIENTS_CLI_FORMAT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "google/protobuf/timestamp.pb.h"

namespace widthlab::cli {

// "0:07", "1:15", "2:03:09"; "?" for a negative or non-finite number.
std::string FormatDuration(double seconds);

// Three digits or four: "950", "12.3k", "1.40M", "2.1G"; small fractions with two decimals.
std::string FormatCount(double count);

// "512 B", "1.5 MiB".
std::string FormatBytes(int64_t bytes);

// Every digit, in groups of three: "12,345,678".
std::string FormatExact(int64_t number);

// "0.0312", "-0.0020": `decimals` behind the point; "-" for NaN.
std::string FormatFixed(double number, int decimals);

// First digits of an id, enough to name it.
std::string ShortId(std::string_view id);

// Local date and time, "2026-11-30 20:44:02"; empty for a time that was never set.
std::string FormatTime(const google::protobuf::Timestamp& time);

// "512 448 448 64"; runs of three or more equal widths as "512×6".
std::string FormatWidths(const std::vector<int64_t>& widths, bool unicode);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_FORMAT_H_
