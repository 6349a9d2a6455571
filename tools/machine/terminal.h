#pragma once
#include <string_view>

// The only way in which the programs write to stdout and stderr, apart from the operator's log
// (operator_log.h) and from files that were requested on stdout (export_file.h). Unprintable
// characters (core/text/printable.h) are written as escapes, whatever their source; line feeds
// stay. So a caller that composes lines makes each part printable itself, and no part can begin a
// line.
//
// Thread-safe; write errors are ignored.
namespace countersign {

void print_out(std::string_view text);
// Writes JSON; its values do not change.
void print_json(std::string_view json);
void print_error(std::string_view text);
// `PROGRAM: WHY`, as one line on stderr.
void print_failure(std::string_view program, std::string_view why);
// Overwrites the line that the last call left on stderr.
void print_progress(std::string_view line);

}  // namespace countersign
