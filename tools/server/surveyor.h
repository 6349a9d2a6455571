#pragma once
#include <thread>

#include "core/machine/threads/stop.h"
#include "projections/folder/data_folder.h"

namespace countersign {

// Looks once at what a start has not looked at, while the server serves. It recalls the frames of
// refused recordings (recall_frames.h), and then surveys the stored files of the data folder: a
// pass of file_survey.h that rests for nine times as long as it works. Owns its thread; the
// destructor waits for a step of a few milliseconds. `data` must outlive this object.
class Surveyor {
 public:
  explicit Surveyor(DataFolder& data);
  ~Surveyor();
  Surveyor(const Surveyor&) = delete;
  Surveyor& operator=(const Surveyor&) = delete;

 private:
  Stop stop_;
  std::thread thread_;
};

}  // namespace countersign
