#pragma once
#include <string>

#include "core/result.h"
#include "tools/operator/operator_desk.h"
#include "tools/operator/operator_wish.h"

namespace countersign {

// What is done with backups beside the server, on whatever machine they are; each answers
// with one JSON object.
//
//   list     {backups: [{number, at, events, ...}]}, as http/operator/backup_json.h has them
//   verify   {ok, signature, notVerified, number, at, ..., goodFiles, goodBytes,
//            firstError: null | {file, why}}
//   restore  {number, at, ..., signature, notVerified, data, readableSessions, unreadableSessions}
//
// `signature` is "good", "wrong", or, without a key to check it against, "not checked"; then
// `notVerified` is a sentence that says what nobody knows.
Result<std::string, OperatorFault> run_on_backups(const OperatorWish& wish,
                                                  const std::string& data);

}  // namespace countersign
