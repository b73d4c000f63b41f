// The walk in motion: GIF read back by a reader written from the specification, frame by frame.

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/document/library.h"
#include "core/files/write_file.h"
#include "core/session/action.h"
#include "core/share/exporter.h"
#include "core/share/frames.h"
#include "core/share/gif.h"
#include "core/share/walk.h"
#include "core/text/input_error.h"
#include "tests/support/python.h"
#include "tests/support/scratch.h"

using namespace qkv;

namespace {

std::vector<std::uint8_t> unpacked(const std::string& bytes, int bits) {
  const int clear = 1 << bits, end = clear + 1;
  std::vector<std::vector<std::uint8_t>> table;
  std::vector<std::uint8_t> out, before;
  int width = bits + 1;
  const auto reset = [&] {
    table.clear();
    for (int i = 0; i < clear; ++i) table.push_back({static_cast<std::uint8_t>(i)});
    table.resize(static_cast<std::size_t>(clear) + 2);
    width = bits + 1;
    before.clear();
  };
  reset();
  std::size_t at = 0;
  while (at + static_cast<std::size_t>(width) <= bytes.size() * 8) {
    int code = 0;
    for (int i = 0; i < width; ++i, ++at)
      code |= (static_cast<unsigned char>(bytes[at / 8]) >> (at % 8) & 1) << i;
    if (code == end) return out;
    if (code == clear) {
      reset();
      continue;
    }
    std::vector<std::uint8_t> now;
    if (static_cast<std::size_t>(code) < table.size()) {
      now = table[static_cast<std::size_t>(code)];
    } else {
      REQUIRE(static_cast<std::size_t>(code) == table.size());
      now = before;
      now.push_back(before[0]);
    }
    if (!before.empty() && table.size() < 4096) {
      before.push_back(now[0]);
      table.push_back(before);
    }
    if (table.size() == std::size_t{1} << width && width < 12) ++width;
    out.insert(out.end(), now.begin(), now.end());
    before = now;
  }
  FAIL("the codes end without their end");
  return out;
}

struct Film {
  int width = 0, height = 0;
  std::vector<std::vector<std::uint32_t>> frames;  ///< what is seen, RGB
  std::vector<int> milliseconds;
};

Film read_gif(const std::string& bytes) {
  Film film;
  REQUIRE(bytes.substr(0, 6) == "GIF89a");
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes.at(at)); };
  const auto word = [&](std::size_t at) { return byte(at) + 256 * byte(at + 1); };
  film.width = word(6);
  film.height = word(8);
  std::vector<std::uint32_t> seen(static_cast<std::size_t>(film.width * film.height));
  std::size_t at = 13;
  int clear = -1;
  while (byte(at) != ';') {
    if (byte(at) == 0x21) {
      if (byte(at + 1) == 0xF9) {
        film.milliseconds.push_back(word(at + 4) * 10);
        clear = (byte(at + 3) & 1) != 0 ? byte(at + 6) : -1;
      }
      for (at += 2; byte(at) != 0; at += byte(at) + std::size_t{1}) {
      }
      ++at;
      continue;
    }
    REQUIRE(byte(at) == 0x2C);
    const int x0 = word(at + 1), y0 = word(at + 3), w = word(at + 5), h = word(at + 7);
    const std::size_t palette = at + 10;
    at = palette + (std::size_t{6} << (byte(at + 9) & 7));
    const int bits = byte(at++);
    std::string packed;
    for (; byte(at) != 0; at += byte(at) + std::size_t{1}) packed += bytes.substr(at + 1, byte(at));
    ++at;
    const std::vector<std::uint8_t> indices = unpacked(packed, bits);
    REQUIRE(indices.size() == static_cast<std::size_t>(w * h));
    for (int i = 0; i < w * h; ++i) {
      const int index = indices[static_cast<std::size_t>(i)];
      if (index == clear) continue;
      const std::size_t c = palette + 3 * static_cast<std::size_t>(index);
      seen[static_cast<std::size_t>((y0 + i / w) * film.width + x0 + i % w)] =
          static_cast<std::uint32_t>(byte(c) << 16 | byte(c + 1) << 8 | byte(c + 2));
    }
    film.frames.push_back(seen);
  }
  CHECK(at + 1 == bytes.size());
  return film;
}

Pixels drawn(int width, int height, std::uint32_t seed, unsigned colors) {
  Pixels pixels{width, height, {}};
  for (int i = 0; i < width * height; ++i) {
    seed = seed * 1664525 + 1013904223;
    const unsigned color = (seed >> 8) % colors;
    for (const unsigned part : {color * 7 % 256, color * 31 % 256, color / 3 % 256, 255u})
      pixels.rgba.push_back(static_cast<std::uint8_t>(part));
  }
  return pixels;
}

std::vector<std::uint32_t> rgb_of(const Pixels& pixels) {
  std::vector<std::uint32_t> rgb;
  for (std::size_t i = 0; i < pixels.rgba.size(); i += 4)
    rgb.push_back(static_cast<std::uint32_t>(pixels.rgba[i] << 16 | pixels.rgba[i + 1] << 8 |
                                             pixels.rgba[i + 2]));
  return rgb;
}

/// A drawing that says which moment it was: what its page's texts say, as colours.
Pixels stand_in(const Page& page) {
  Pixels pixels{16, 8, std::vector<std::uint8_t>(16 * 8 * 4, 255)};
  std::size_t hash = 1469598103934665603u;
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<Text>(&item.shape))
      for (const char c : text->text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  for (std::size_t i = 0; i < 3; ++i) pixels.rgba[i] = static_cast<std::uint8_t>(hash >> (8 * i));
  return pixels;
}

ExportSource walk_source(const char* lesson, const char* script) {
  ExportSource source;
  source.session = open_session(load_lesson(lesson));
  settle(source.session, source.trace());
  run_script(source.session, *source.traces, script);
  source.size = {1280, 720, 0};
  source.draw = stand_in;
  return source;
}

}  // namespace

TEST_CASE("film: what a GIF shows is what was drawn, to the bit where the colours suffice") {
  for (const unsigned colors : {1u, 2u, 3u, 17u, 200u, 255u}) {
    CAPTURE(colors);
    GifWriter writer(97, 61);
    std::vector<Pixels> all;
    for (std::uint32_t i = 0; i < 4; ++i) {
      all.push_back(drawn(97, 61, i * 977 + 1, colors));
      // Only a corner changes in the third.
      if (i == 2) {
        all[2] = all[1];
        for (std::size_t k = 0; k < 40; ++k) all[2].rgba[k] = 3;
        for (std::size_t k = 3; k < 40; k += 4) all[2].rgba[k] = 255;
      }
      writer.add(all.back(), 100 * static_cast<int>(i + 1));
    }
    const Film film = read_gif(writer.finish());
    if (colors == 1) {  // the same frame longer; then a corner; then back
      REQUIRE(film.frames.size() == 3);
      CHECK(film.milliseconds == std::vector<int>{300, 300, 400});
      continue;
    }
    REQUIRE(film.frames.size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) CHECK(film.frames[i] == rgb_of(all[i]));
    CHECK(film.milliseconds == std::vector<int>{100, 200, 300, 400});
  }
}

TEST_CASE("film: of too many colours the frequent ones stay as they are, the others come near") {
  std::vector<std::uint32_t> rgb(5000, 0x123456);
  for (std::uint32_t i = 0; i < 3000; ++i) rgb.push_back(i * 5);
  const Indexed chosen = indexed(rgb, 255);
  CHECK(chosen.palette.size() <= 3 * 255);
  int worst = 0;
  for (std::size_t i = 0; i < rgb.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c) {
      const int is = chosen.palette[3u * chosen.indices[i] + c];
      const int was = static_cast<int>(rgb[i] >> (16 - 8 * c) & 255);
      if (i < 5000) CHECK(is == was);
      worst = std::max(worst, std::abs(is - was));
    }
  CHECK(worst <= 40);
}

TEST_CASE("film: LZW of long runs and of noise fills its table and starts anew") {
  for (const unsigned colors : {2u, 255u}) {
    const Pixels noise = drawn(300, 200, 5, colors);
    std::vector<std::uint8_t> indices(60000, 1);
    for (std::size_t i = 0; i < indices.size(); ++i)
      if (i % 3 != 0) indices[i] = static_cast<std::uint8_t>(noise.rgba[4 * i] % 4);
    CHECK(unpacked(lzw(indices, 2), 2) == indices);
    for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = noise.rgba[4 * i];
    CHECK(unpacked(lzw(indices, 8), 8) == indices);
  }
}

TEST_CASE("film: the cat walk passes every stop, moves between them and ends where it stands") {
  ExportSource source = walk_source("cat", "select its; goto softmax:exp");
  const std::size_t stops = stops_until(source.session, *source.traces).size();
  WalkFrames frames(source, 20);
  int count = 0, stays = 0, milliseconds = 0;
  float done = 0;
  Pixels last;
  while (const std::optional<Frame> frame = frames.next()) {
    ++count;
    stays += frame->milliseconds > 1000 ? 1 : 0;
    milliseconds += frame->milliseconds;
    CHECK(frames.done() >= done);
    done = frames.done();
    last = frame->pixels;
  }
  CHECK(done == 1.0f);
  CHECK(static_cast<std::size_t>(stays) == stops);
  CHECK(count > 5 * stays);
  // 1.2 s a stop and 0.6 s a beat, the last stop 3 s.
  CHECK(milliseconds >= 1200 * static_cast<int>(stops - 1) + 3000);
  CHECK(milliseconds <= 1900 * static_cast<int>(stops) + 3000);
  source = walk_source("cat", "select its; goto softmax:exp");
  CHECK(last.rgba == stand_in(page_of(source)).rgba);
}

TEST_CASE("film: GIF and WebP of every lesson hold the whole walk; ffprobe plays them to the end") {
  const bool probes = !test::output_of("command -v ffprobe").empty();
  const test::Scratch scratch;
  for (const char* suffix : {".gif", ".webp"}) {
    const Exporter* const row = exporter_for(std::string("x") + suffix);
    REQUIRE(row != nullptr);
    if (!row->missing.empty()) continue;
    for (const LessonInfo& lesson : lessons()) {
      CAPTURE(lesson.id);
      ExportSource source = walk_source(lesson.id.c_str(), "end");
      source.draw = stand_in;
      const std::string bytes = export_bytes(*row, source);
      if (suffix == std::string(".gif")) {
        const Film film = read_gif(bytes);
        CHECK(film.frames.size() > 1);
        CHECK(film.frames.back() == rgb_of(stand_in(page_of(source))));
        if (!probes) continue;
        const std::string path = scratch.file(lesson.id + ".gif");
        write_file(path, bytes);
        const std::string read = test::output_of(
            "ffprobe -v error -count_frames -show_entries stream=nb_read_frames "
            "-of csv=p=0 '" +
            path + "'");
        CHECK(std::atoi(read.c_str()) == static_cast<int>(film.frames.size()));
      } else {
        CHECK(bytes.substr(0, 4) == "RIFF");
        CHECK(bytes.substr(8, 8) == "WEBPVP8X");
        CHECK(bytes.find("ANMF") != std::string::npos);
      }
    }
  }
}

TEST_CASE("film: given up in the middle, nothing is left of it") {
  int told = 0;
  CHECK_THROWS_AS(export_bytes(*exporter_for("x.gif"), walk_source("cat", "end"),
                               [&](float) {
                                 if (++told == 5) throw InputError("given up");
                               }),
                  InputError);
  CHECK(told == 5);
}
