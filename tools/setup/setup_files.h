#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/random_source.h"
#include "core/result.h"
#include "tools/setup/answers.h"
#include "tools/setup/setup_texts.h"

namespace countersign {

// The reason why make_setup() would make nothing, as a sentence, as far as it is known before the
// questions, or with the answer to one of them; nullopt: none is known.
std::optional<std::string> wrong_with_folder(const SetupPlaces& places);
std::optional<std::string> wrong_with_user_here(const std::string& name);

// Makes the files of a new installation, each durable: settings, override and site with mode 0644,
// which hold no secret; the keys with mode 0600, of the server's user, in a folder of mode 0700.
// Makes the data folder too, empty and of that user, with mode 0700, and no folder above it.
//
// Replaces nothing: if any of the files exists, or the data folder holds something, or the user
// does not exist, or is not this one and this one is not root, returns a sentence and has made
// nothing. A fault of the disk in the middle leaves the files that were made, which the sentence
// names. Returns the paths of what was made. REQUIRES: complete() has checked the answers.
Result<std::vector<std::string>, std::string> make_setup(const SetupAnswers& answers,
                                                         const SetupPlaces& places,
                                                         RandomSource& random);

}  // namespace countersign
