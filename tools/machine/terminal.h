#pragma once
#include <signal.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "tools/terminal/screen.h"
#include "tools/terminal/styled_text.h"

// The only way in which the programs write to stdout and stderr, apart from the operator's log
// (operator_log.h) and from files that were requested on stdout (export_file.h). Unprintable
// characters (core/text/printable.h) are written as escapes, whatever their source; line feeds
// stay. So a caller that composes lines makes each part printable itself, and no part can begin a
// line. The only other output is the colours of a StyledText, on a terminal, and the moves of the
// progress line.
//
// Thread-safe. Write errors on stderr are ignored; finish_output() reports those on stdout.
namespace countersign {

// Replaces each closed standard descriptor by one that can neither be read nor written, so that no
// file that is opened later gets its number, and with it the program's output. REQUIRES: the
// program has opened nothing yet.
void keep_standard_descriptors();

// The properties of the terminals behind stdout and stderr now; a user may change a window's width
// at any time.
Screen screen_of_stdout();
Screen screen_of_stderr();

void print_out(std::string_view text);
void print_out(const StyledText& text);
// Writes JSON; its values do not change.
void print_json(std::string_view json);
void print_error(std::string_view text);
// `PROGRAM: WHY`, as one line on stderr.
void print_failure(std::string_view program, std::string_view why);

// Hands all that was printed to stdout to the system. Returns why, if anything printed there so far
// was lost.
std::optional<std::string> lost_output();
// Ends the output of a program that would exit with `status`. If anything printed to stdout was
// lost, says so on stderr and returns kLostOutputStatus in place of 0.
inline constexpr int kLostOutputStatus = 1;
int finish_output(std::string_view program, int status);

// Puts a line in place of the last one on stderr, which must be a terminal. All other functions
// erase it first; so does erase_progress().
void print_progress(const std::string& line);
void erase_progress();

// While this object lives, SIGINT, SIGTERM and SIGHUP erase the present line of stderr, which must
// be a terminal, before they end the process as usual. A signal that is ignored stays ignored. One
// object at a time.
class ErasedOnSignals {
 public:
  ErasedOnSignals();
  ~ErasedOnSignals();
  ErasedOnSignals(const ErasedOnSignals&) = delete;
  ErasedOnSignals& operator=(const ErasedOnSignals&) = delete;

 private:
  static constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};
  std::array<struct ::sigaction, kSignals.size()> before_{};
};

}  // namespace countersign
