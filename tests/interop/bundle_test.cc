#include "http/download/bundle.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/events/support/temp_folder.h"
#include "tests/http/download/written_bundle.h"
#include "tests/programs/support/program.h"

// Foreign programs unpack a bundle, with whatever umask the shell of a backend has.
namespace countersign::http::interop_bundle_test {

// How a program unpacks the archive $1 into the folder $2.
struct Unpacker {
  const char* name;
  std::string command;
};

const std::vector<Unpacker> kKeepModes = {
    {"unzip", "unzip -q \"$1\" -d \"$2\""},
    {"7zz", "7zz x -bso0 -o\"$2\" \"$1\""},
    {"archive/zip of Go", "'" UNPACK_BUNDLE_PATH "' \"$1\" \"$2\""},
#ifdef JAVA_PATH
    {"jdk.zipfs of Java", "'" JAVA_PATH "' '" UNPACK_BUNDLE_JAVA_PATH "' \"$1\" \"$2\""},
#endif
};
const Unpacker kPython = {"zipfile of Python", "python3 -m zipfile -e \"$1\" \"$2\""};

class Unpacked {
 public:
  Unpacked(const std::string& zip, const Unpacker& unpacker, const std::string& umask) {
    const std::string archive = folder_.path() / "bundle.zip";
    std::ofstream(archive, std::ios::binary) << zip;
    const tests::Finished done = tests::run_program(
        {"sh", "-c", "umask " + umask + "; " + unpacker.command, "sh", archive, inside()});
    CHECK_MESSAGE(done.status == 0, unpacker.name << ": " << done.out << done.err);
  }

  std::filesystem::path inside() const { return folder_.path() / "inside"; }

  std::vector<unsigned> modes() const {
    std::vector<unsigned> modes;
    for (const auto& entry : std::filesystem::directory_iterator(inside())) {
      struct stat found {};
      REQUIRE(::lstat(entry.path().c_str(), &found) == 0);
      modes.push_back(found.st_mode);
    }
    return modes;
  }

 private:
  TempFolder folder_;
};

std::string bundle_of(const std::vector<std::size_t>& sizes) {
  Captured captured(sizes);
  const auto bundle = captured.bundle();
  REQUIRE_FALSE(bundle->prepare().has_value());
  return write(*bundle).bytes;
}

TEST_CASE("an unpacked picture is its owner's alone, whatever the umask") {
  // An empty file, one in a single stored block and one in many; the manifest is deflated.
  for (const std::vector<std::size_t>& sizes :
       {std::vector<std::size_t>{}, std::vector<std::size_t>{0, 1, 300'000}}) {
    const std::string zip = bundle_of(sizes);
    for (const Unpacker& unpacker : kKeepModes) {
      for (const char* umask : {"0000", "0022", "0077"}) {
        INFO(unpacker.name << " with the umask " << umask);
        const Unpacked unpacked(zip, unpacker, umask);
        CHECK(unpacked.modes() == std::vector<unsigned>(sizes.size() + 1, S_IFREG | 0600));
      }
    }
  }
}

TEST_CASE("Python finds the mode in the archive, and gives its files that of the umask") {
  const std::string zip = bundle_of({10, 300'000});
  const TempFolder folder;
  const std::string archive = folder.path() / "bundle.zip";
  std::ofstream(archive, std::ios::binary) << zip;
  const tests::Finished stated = tests::run_program(
      {"python3",
       "-c",
       "import sys, zipfile\n"
       "for file in zipfile.ZipFile(sys.argv[1]).infolist():\n"
       "  print(file.create_system, oct(file.external_attr >> 16), file.external_attr & 0xffff)",
       archive});
  CHECK(stated.out == "3 0o100600 0\n3 0o100600 0\n3 0o100600 0\n");
  CHECK(Unpacked(zip, kPython, "0022").modes() == std::vector<unsigned>(3, S_IFREG | 0644));
  CHECK(Unpacked(zip, kPython, "0077").modes() == std::vector<unsigned>(3, S_IFREG | 0600));
}

}  // namespace countersign::http::interop_bundle_test
