#pragma once
#include <string>

#include "http/inspectors/remote_host.h"
#include "tools/machine/operator_log.h"

namespace countersign {

// Writes a change of the state of a judging program on another machine into the operator's log.
// `program` is inspector, matcher or reader. Does not write submissions.
inline void write_remote_notice(OperatorLog& operator_log,
                                const std::string& program,
                                const http::RemoteNotice& notice) {
  using enum http::RemoteNotice::Kind;
  switch (notice.kind) {
    case Ready:
      operator_log.info(program + ": ready on another machine: it judges",
                        {{"address", notice.address},
                         {"name", notice.name},
                         {"places", std::to_string(notice.places)}});
      return;
    case Refused:
      operator_log.error(program + ": refused on another machine: it judges nothing here",
                         {{"address", notice.address}, {"why", notice.why}});
      return;
    case Gone:
      operator_log.warn(program + ": not reached on another machine: others judge, or nobody",
                        {{"address", notice.address}, {"why", notice.why}});
      return;
    case Losing:
      operator_log.warn(program + ": fails on another machine: it is asked, others are preferred",
                        {{"address", notice.address}, {"why", notice.why}});
      return;
  }
}

}  // namespace countersign
