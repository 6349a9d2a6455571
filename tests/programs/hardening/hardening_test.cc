#include <doctest/doctest.h>
#include <elf.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// The programs' protection against memory errors that nobody has found yet, read from their ELF
// headers (elf(5); x86-64 psABI, "Program Property" for CET). The options are in the root
// CMakeLists.txt.
namespace countersign::tests::hardening_test {

// One program as the linker wrote it. Sections are read too, because a release keeps them.
class ElfFile {
 public:
  explicit ElfFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
    REQUIRE_MESSAGE(bytes_.size() > sizeof(Elf64_Ehdr), path);
    REQUIRE(std::memcmp(bytes_.data(), ELFMAG, SELFMAG) == 0);
    header_ = at<Elf64_Ehdr>(0);
  }

  const Elf64_Ehdr& header() const { return header_; }
  bool contains(std::string_view text) const { return bytes_.find(text) != std::string::npos; }

  std::vector<Elf64_Phdr> segments(std::uint32_t type) const {
    std::vector<Elf64_Phdr> found;
    for (std::size_t i = 0; i < header_.e_phnum; ++i) {
      const auto segment = at<Elf64_Phdr>(header_.e_phoff + i * sizeof(Elf64_Phdr));
      if (segment.p_type == type) found.push_back(segment);
    }
    return found;
  }

  // The value of a tag of the dynamic section; 0 if the section lacks the tag.
  std::uint64_t dynamic(std::int64_t tag) const {
    for (const Elf64_Phdr& segment : segments(PT_DYNAMIC)) {
      for (std::size_t at_byte = 0; at_byte < segment.p_filesz; at_byte += sizeof(Elf64_Dyn)) {
        const auto entry = at<Elf64_Dyn>(segment.p_offset + at_byte);
        if (entry.d_tag == tag) return entry.d_un.d_val;
      }
    }
    return 0;
  }

  // The names of all functions that the program takes from shared libraries.
  std::set<std::string> imports() const {
    std::set<std::string> names;
    for (const Elf64_Shdr& symbols : sections(SHT_DYNSYM)) {
      const auto texts =
          at<Elf64_Shdr>(header_.e_shoff + symbols.sh_link * std::uint64_t{sizeof(Elf64_Shdr)});
      for (std::size_t i = 0; i < symbols.sh_size / sizeof(Elf64_Sym); ++i) {
        const auto symbol = at<Elf64_Sym>(symbols.sh_offset + i * sizeof(Elf64_Sym));
        if (symbol.st_shndx != SHN_UNDEF) continue;
        names.emplace(bytes_.data() + texts.sh_offset + symbol.st_name);
      }
    }
    return names;
  }

  // The x86 features that the program is marked as built for (GNU_PROPERTY_X86_FEATURE_1_AND).
  std::uint32_t x86_features() const {
    constexpr std::uint32_t kFeatures = 0xc0000002;
    for (const Elf64_Phdr& segment : segments(PT_GNU_PROPERTY)) {
      // A note: its header, its owner "GNU\0", then properties of type, size and padded value.
      std::size_t here = segment.p_offset + sizeof(Elf64_Nhdr) + 4;
      const std::size_t end = segment.p_offset + segment.p_filesz;
      while (here + 8 <= end) {
        const auto type = at<std::uint32_t>(here);
        const auto size = at<std::uint32_t>(here + 4);
        if (type == kFeatures) return at<std::uint32_t>(here + 8);
        here += 8 + (size + 7) / 8 * 8;
      }
    }
    return 0;
  }

 private:
  template <typename T>
  T at(std::uint64_t offset) const {
    REQUIRE(offset + sizeof(T) <= bytes_.size());
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return value;
  }

  std::vector<Elf64_Shdr> sections(std::uint32_t type) const {
    std::vector<Elf64_Shdr> found;
    for (std::size_t i = 0; i < header_.e_shnum; ++i) {
      const auto section = at<Elf64_Shdr>(header_.e_shoff + i * sizeof(Elf64_Shdr));
      if (section.sh_type == type) found.push_back(section);
    }
    return found;
  }

  std::string bytes_;
  Elf64_Ehdr header_{};
};

const std::vector<std::string>& programs() {
  static const std::vector<std::string> paths{
      COUNTERSIGND_PATH,
      COUNTERSIGN_PATH,
      INSPECTOR_PATH,
#ifdef MATCHER_PATH
      MATCHER_PATH,
#endif
  };
  return paths;
}

bool imports_any_ending_in(const ElfFile& program, std::string_view end) {
  for (const std::string& name : program.imports()) {
    if (name.ends_with(end)) return true;
  }
  return false;
}

TEST_CASE("no program names the folder that it was built in") {
  std::vector<std::string> all = programs();
  all.emplace_back(COUNTERSIGN_VERIFY_PATH);
#ifdef READER_PATH
  all.emplace_back(READER_PATH);
#endif
  const std::string sources = std::string(COUNTERSIGN_SOURCE_DIR) + "/";
  const std::string built = std::filesystem::path(COUNTERSIGN_PATH).parent_path().string() + "/";
  for (const std::string& path : all) {
    CAPTURE(path);
    const ElfFile program(path);
    CHECK(program.contains("countersign"));
    CHECK_FALSE(program.contains(sources));
    CHECK_FALSE(program.contains(built));
  }
}

TEST_CASE("every program lies at addresses that nobody can foretell") {
  for (const std::string& path : programs()) {
    CAPTURE(path);
    const ElfFile program(path);
    CHECK(program.header().e_type == ET_DYN);
    CHECK((program.dynamic(DT_FLAGS_1) & DF_1_PIE) != 0);
  }
}

TEST_CASE("no table of addresses of a program can be written once it runs") {
  for (const std::string& path : programs()) {
    CAPTURE(path);
    const ElfFile program(path);
    CHECK(program.segments(PT_GNU_RELRO).size() == 1);
    CHECK((program.dynamic(DT_FLAGS_1) & DF_1_NOW) != 0);
    CHECK(program.dynamic(DT_TEXTREL) == 0);
  }
}

TEST_CASE("no memory of a program can be both written and executed") {
  for (const std::string& path : programs()) {
    CAPTURE(path);
    const ElfFile program(path);
    const auto stacks = program.segments(PT_GNU_STACK);
    REQUIRE(stacks.size() == 1);
    CHECK((stacks.front().p_flags & PF_X) == 0);
    for (const Elf64_Phdr& segment : program.segments(PT_LOAD)) {
      CHECK((segment.p_flags & (PF_W | PF_X)) != (PF_W | PF_X));
    }
  }
}

TEST_CASE("every program checks its stack, its buffers and its containers while it runs") {
  for (const std::string& path : programs()) {
    CAPTURE(path);
    const ElfFile program(path);
    CHECK(program.imports().contains("__stack_chk_fail"));
    CHECK(imports_any_ending_in(program, "_chk"));  // FORTIFY_SOURCE
    CHECK(imports_any_ending_in(program, "glibcxx_assert_failPKciS0_S0_"));
  }
}

TEST_CASE("the verifier for strangers needs no library of the machine that it is copied to") {
  const ElfFile program(COUNTERSIGN_VERIFY_PATH);
  CHECK(program.segments(PT_INTERP).empty());
  CHECK(program.dynamic(DT_NEEDED) == 0);
  // Nor does it lie where somebody can foretell, or has a table that can be written.
  CHECK(program.header().e_type == ET_DYN);
  CHECK((program.dynamic(DT_FLAGS_1) & DF_1_PIE) != 0);
  CHECK(program.segments(PT_GNU_RELRO).size() == 1);
  CHECK(program.dynamic(DT_TEXTREL) == 0);
  const auto stacks = program.segments(PT_GNU_STACK);
  REQUIRE(stacks.size() == 1);
  CHECK((stacks.front().p_flags & PF_X) == 0);
}

#ifdef __x86_64__
TEST_CASE("every program is built for control-flow enforcement") {
  constexpr std::uint32_t kBranchTracking = 1;
  constexpr std::uint32_t kShadowStack = 2;
  for (const std::string& path : programs()) {
    CAPTURE(path);
    CHECK(ElfFile(path).x86_features() == (kBranchTracking | kShadowStack));
  }
}
#endif

}  // namespace countersign::tests::hardening_test
