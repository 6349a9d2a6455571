#pragma once
#include <memory>
#include <string>

#include "core/machine/net/byte_stream.h"
#include "core/result.h"
#include "http/inspectors/inspector_folder.h"

namespace countersign::http {

// A connection to a machine that may judge, before the greeting.
struct DialedInspector {
  std::unique_ptr<ByteStream> stream;
  KnownInspector who;
};

// How a server gets to its inspectors. Thread-safe.
class InspectorDialer {
 public:
  virtual ~InspectorDialer() = default;
  // The error is a phrase for the operator.
  virtual Result<DialedInspector, std::string> dial(const std::string& address,
                                                    SteadyTime deadline) const = 0;
  // Whether a machine that was dialled earlier may still judge.
  virtual bool may_judge(const KnownInspector& who) const = 0;
};

}  // namespace countersign::http
