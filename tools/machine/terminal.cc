#include "tools/machine/terminal.h"

#include <cstdio>
#include <string>

#include "core/text/printable.h"

namespace countersign {
namespace {

void write(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
}

}  // namespace

void print_out(std::string_view text) { write(stdout, printable_lines(text)); }

void print_json(std::string_view json) { write(stdout, printable_json(json)); }

void print_error(std::string_view text) { write(stderr, printable_lines(text)); }

void print_failure(std::string_view program, std::string_view why) {
  write(stderr, printable(program) + ": " + printable(why) + "\n");
}

void print_progress(std::string_view line) { write(stderr, "\r" + printable(line)); }

}  // namespace countersign
