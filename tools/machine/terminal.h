#pragma once
#include <string_view>

// The one way by which the programs write to stdout and stderr, apart from the journal (journal.h)
// and from files that were asked for on stdout (export_file.h). What is not printable
// (core/text/printable.h) is written as an escape, whoever chose it; line feeds stay. So a caller that
// puts lines together makes each of their parts printable itself, and no part can begin a line.
//
// Thread-safe; a stream that takes nothing is ignored.
namespace countersign {

void print_out(std::string_view text);
// JSON, whose values stay what they are.
void print_json(std::string_view json);
void print_error(std::string_view text);
// `PROGRAM: WHY`, as one line on stderr.
void print_failure(std::string_view program, std::string_view why);
// Takes the place of the line that the last call left on stderr.
void print_progress(std::string_view line);

}  // namespace countersign
