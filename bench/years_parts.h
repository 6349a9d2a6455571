#pragma once
#include <string_view>
#include <vector>

namespace countersign::bench {

// Runs a part of years_bench in this process, and prints its figures. `arguments` are "--part", the
// name of the part, and what the part takes: fill FOLDER EVENTS, open FOLDER, append FOLDER, proofs
// FOLDER, export FOLDER RANGE TO EVENTS, verify RANGE, whole FOLDER EVENTS. Ends the program if the
// part fails. Returns the status of the program.
int run_years_part(const std::vector<std::string_view>& arguments);

}  // namespace countersign::bench
