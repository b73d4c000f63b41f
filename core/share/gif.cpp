#include "core/share/gif.h"

#include <algorithm>
#include <unordered_map>

#include "core/share/frames.h"
#include "core/share/writers.h"

namespace qkv {
namespace {

constexpr int kFramesPerSecond = 20;
constexpr std::size_t kMostColors = 255;  // and one for what stays as it was

std::string word(int value) {
  return {static_cast<char>(value & 255), static_cast<char>(value >> 8 & 255)};
}

std::uint32_t rgb_at(const Pixels& pixels, std::size_t i) {
  const std::uint8_t* p = &pixels.rgba[4 * i];
  return static_cast<std::uint32_t>(p[0]) << 16 | static_cast<std::uint32_t>(p[1]) << 8 | p[2];
}

/// Whole pixels, [x0, x1) × [y0, y1).
struct Area {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  bool empty() const { return x1 <= x0; }
};

Area changed(const Pixels& before, const Pixels& after) {
  if (before.rgba.empty()) return {0, 0, after.width, after.height};
  Area area{after.width, after.height, 0, 0};
  for (int y = 0; y < after.height; ++y)
    for (int x = 0; x < after.width; ++x) {
      const std::size_t i = static_cast<std::size_t>(y) * static_cast<std::size_t>(after.width) +
                            static_cast<std::size_t>(x);
      if (rgb_at(before, i) == rgb_at(after, i)) continue;
      area = {std::min(area.x0, x), std::min(area.y0, y), std::max(area.x1, x + 1),
              std::max(area.y1, y + 1)};
    }
  return area;
}

}  // namespace

std::string lzw(const std::vector<std::uint8_t>& indices, int bits) {
  constexpr int kMostCodes = 4096;
  const int clear = 1 << bits, end = clear + 1;
  std::string bytes;
  std::uint32_t pending = 0;
  int filled = 0, width = bits + 1, next = clear + 2;
  const auto put = [&](int code) {
    pending |= static_cast<std::uint32_t>(code) << filled;
    for (filled += width; filled >= 8; filled -= 8, pending >>= 8)
      bytes += static_cast<char>(pending & 255);
  };
  // A string of indices by its code and the index that follows it.
  std::unordered_map<std::uint32_t, int> codes;
  put(clear);
  int code = -1;
  for (const std::uint8_t index : indices) {
    if (code < 0) {
      code = index;
      continue;
    }
    const std::uint32_t key = static_cast<std::uint32_t>(code) << 8 | index;
    if (const auto found = codes.find(key); found != codes.end()) {
      code = found->second;
      continue;
    }
    put(code);
    if (next < kMostCodes) {
      codes.emplace(key, next);
      // The reader knows a code one step later than the writer.
      if (next == 1 << width) ++width;
      ++next;
    } else {
      put(clear);
      codes.clear();
      width = bits + 1;
      next = clear + 2;
    }
    code = index;
  }
  if (code >= 0) put(code);
  put(end);
  if (filled > 0) bytes += static_cast<char>(pending & 255);
  return bytes;
}

GifWriter::GifWriter(int width, int height) {
  bytes_ = "GIF89a" + word(width) + word(height) + std::string("\x70\0\0", 3);
  bytes_ += std::string("\x21\xFF\x0BNETSCAPE2.0\x03\x01\0\0\0", 19);  // again and again
}

void GifWriter::add(const Pixels& frame, int milliseconds) {
  const Area area = changed(shown_, frame);
  if (area.empty()) {  // the frame before stays longer
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes_[at]); };
    const int time = byte(control_ + 4) + 256 * byte(control_ + 5) + milliseconds / 10;
    bytes_.replace(control_ + 4, 2, word(std::min(time, 65535)));
    return;
  }
  std::vector<std::uint32_t> colors;  // of what changed
  std::vector<bool> stays;
  for (int y = area.y0; y < area.y1; ++y)
    for (int x = area.x0; x < area.x1; ++x) {
      const std::size_t i = static_cast<std::size_t>(y) * static_cast<std::size_t>(frame.width) +
                            static_cast<std::size_t>(x);
      stays.push_back(!shown_.rgba.empty() && rgb_at(shown_, i) == rgb_at(frame, i));
      if (!stays.back()) colors.push_back(rgb_at(frame, i));
    }
  Indexed chosen = indexed(colors, kMostColors);
  const std::size_t count = chosen.palette.size() / 3 + 1;
  int bits = 2;
  while ((std::size_t{1} << bits) < count) ++bits;
  const auto clear = static_cast<std::uint8_t>(count - 1);
  std::vector<std::uint8_t> indices;
  indices.reserve(stays.size());
  for (std::size_t i = 0, k = 0; i < stays.size(); ++i)
    indices.push_back(stays[i] ? clear : chosen.indices[k++]);
  chosen.palette.resize(3 << bits, 0);

  control_ = bytes_.size();
  // Drawn over what is there; index `clear` shows it.
  bytes_ += std::string("\x21\xF9\x04\x05", 4) + word(std::min(milliseconds / 10, 65535)) +
            static_cast<char>(clear) + '\0';
  bytes_ += "\x2C" + word(area.x0) + word(area.y0) + word(area.x1 - area.x0) +
            word(area.y1 - area.y0) + static_cast<char>(0x80 | (bits - 1));
  bytes_.append(reinterpret_cast<const char*>(chosen.palette.data()), chosen.palette.size());
  bytes_ += static_cast<char>(bits);
  const std::string packed = lzw(indices, bits);
  for (std::size_t at = 0; at < packed.size(); at += 255) {
    const std::size_t size = std::min<std::size_t>(255, packed.size() - at);
    bytes_ += static_cast<char>(size);
    bytes_.append(packed, at, size);
  }
  bytes_ += '\0';
  shown_ = frame;
}

std::string GifWriter::finish() {
  bytes_ += ';';
  return std::move(bytes_);
}

namespace {

class GifJob : public ExportJob {
 public:
  explicit GifJob(ExportSource source) : frames_(std::move(source), kFramesPerSecond) {}
  bool step() override {
    const std::optional<Frame> frame = frames_.next();
    if (!frame) return false;
    if (!writer_) writer_.emplace(frame->pixels.width, frame->pixels.height);
    writer_->add(frame->pixels, frame->milliseconds);
    return true;
  }
  float done() const override { return frames_.done(); }
  std::string take_bytes() override { return writer_->finish(); }

 private:
  WalkFrames frames_;
  std::optional<GifWriter> writer_;
};

}  // namespace

std::unique_ptr<ExportJob> begin_gif(ExportSource source) {
  return std::make_unique<GifJob>(std::move(source));
}

}  // namespace qkv
