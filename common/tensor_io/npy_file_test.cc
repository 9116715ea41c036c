#include "common/tensor_io/npy_file.h"

#include <string>

#include "common/numeric/random_stream.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// As numpy.save writes it.
std::string Npy(const std::string& header, size_t bytes, char version = 1) {
  std::string file = "\x93NUMPY";
  file += version;
  file += '\0';
  file += static_cast<char>(header.size() & 0xFF);
  file += static_cast<char>(header.size() >> 8);
  if (version > 1) file.append(2, '\0');
  return file + header + std::string(bytes, 'x');
}

TEST(NpyFileTest, ReadsWhatNumpyWrites) {
  const auto header =
      ParseNpy(Npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }   \n", 24), "x");
  ASSERT_THAT(header, IsOk());
  EXPECT_EQ(header->dtype, DType::kF32);
  EXPECT_THAT(header->shape, ElementsAre(3, 2));
  for (const char version : {1, 2, 3}) {
    EXPECT_THAT(
        ParseNpy(Npy("{'descr':'<f8','fortran_order':False,'shape':(0, 5)}", 0, version), "x"),
        IsOk());
  }
  EXPECT_THAT(
      ParseNpy(Npy("{'descr': '<f2', 'fortran_order': False, 'shape': (7,), }", 14), "x")->shape,
      ElementsAre(7));
  EXPECT_THAT(
      ParseNpy(Npy("{'descr': '<f8', 'fortran_order': False, 'shape': (), }", 8), "x")->shape,
      ElementsAre());
}

TEST(NpyFileTest, SaysWhatIsWrong) {
  const auto fails = [](const std::string& words) {
    return StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(words));
  };
  EXPECT_THAT(ParseNpy("PK\x03\x04 a zip file", "x.npz"), fails("x.npz is no .npy file"));
  EXPECT_THAT(ParseNpy("", "x"), fails("is no .npy file"));
  EXPECT_THAT(ParseNpy(Npy("{'descr': '<i8', 'fortran_order': False, 'shape': (1,), }", 8), "x"),
              fails("neither float64"));
  EXPECT_THAT(ParseNpy(Npy("{'descr': '>f8', 'fortran_order': False, 'shape': (1,), }", 8), "x"),
              fails("neither float64"));
  EXPECT_THAT(ParseNpy(Npy("{'descr': '<f8', 'fortran_order': True, 'shape': (1, 1), }", 8), "x"),
              fails("Fortran order"));
  EXPECT_THAT(ParseNpy(Npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", 8), "x"),
              fails("has 8 bytes"));
  EXPECT_THAT(ParseNpy(Npy("{'descr': '<f8', 'fortran_order': False, 'shape': (-1,), }", 8), "x"),
              fails("shape"));
  EXPECT_THAT(
      ParseNpy(
          Npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", 8),
          "x"),
      fails("has 8 bytes"));
  EXPECT_THAT(ParseNpy(Npy("{'shape': (1,)}", 8), "x"), fails("header"));
  std::string cut = Npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", 8);
  EXPECT_THAT(ParseNpy(cut.substr(0, 30), "x"), fails("ends inside its header"));
}

TEST(NpyFileTest, TakesDamagedBytesWithoutHarm) {
  const std::string whole =
      Npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }\n", 24);
  numeric::RandomStream stream(1, "npy");
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes = whole;
    for (int i = 0; i < 3; ++i) {
      bytes[stream.Below(bytes.size())] = static_cast<char>(stream.Below(256));
    }
    bytes.resize(stream.Below(bytes.size() + 1));
    const auto header = ParseNpy(bytes, "x");
    EXPECT_TRUE(!header.ok() || header->data_begin <= bytes.size());
  }
}

}  // namespace
}  // namespace widthlab::tensor_io
