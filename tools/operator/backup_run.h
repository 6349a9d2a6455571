#pragma once
#include <string>

#include "core/result.h"
#include "tools/operator/operator_desk.h"
#include "tools/operator/operator_wish.h"

namespace countersign {

// The operations on backups that need no server and run on any machine. Each returns one JSON
// object.
//
//   list     {backups: [{number, at, events, ...}]}, in the format of http/operator/backup_json.h
//   verify   {ok, signature, notVerified, number, at, ..., goodFiles, goodBytes,
//            firstError: null | {file, why}}
//   restore  {number, at, ..., signature, notVerified, data, readableSessions, unreadableSessions}
//
// `signature` is "good", "wrong", or, without a key to check it against, "not checked"; in the last
// case `notVerified` is a sentence that says what remains unknown.
Result<std::string, OperatorFault> run_on_backups(const OperatorWish& wish,
                                                  const std::string& data);

}  // namespace countersign
