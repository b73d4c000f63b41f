// A few pictures of the program, kept as files: what numbers and places cannot tell. After a change
// that is meant, QKV_UPDATE_GOLDEN=1 writes them anew; look at them before they are committed.

#include <algorithm>
#include <cstdlib>

#include <doctest/doctest.h>

#include "app/render/headless.h"
#include "core/document/library.h"
#include "core/files/write_file.h"
#include "core/page/layout.h"
#include "core/picture/picture.h"
#include "core/session/action.h"
#include "tests/support/test_data.h"

using namespace qkv;

namespace {

// The same rasteriser differs by 1/255 between processors; another version may shift an edge.
constexpr int kTolerance = 3;
constexpr double kMostPixelsBeyond = 0.0005;

struct Golden {
  const char* name;
  const char* script;
  int width, height;
};
constexpr Golden kGoldens[] = {
    {"cat_softmax_dark", "theme dark; select its; goto softmax:divide", 1280, 720},
    {"cat_softmax_light", "theme light; select its; goto softmax:divide", 1280, 720},
    {"cat_score_dark", "theme dark; select its; goto score:cat", 1280, 720},
    {"cat_sentence_light", "theme light; scene sentence; select its; mask causal; goto all:z", 1280,
     720},
};

double share_beyond(const Image& a, const Image& b) {
  std::size_t beyond = 0;
  for (std::size_t pixel = 0; pixel < a.rgb.size(); pixel += 3) {
    int far = 0;
    for (std::size_t c = pixel; c < pixel + 3; ++c)
      far = std::max(far, std::abs(int{a.rgb[c]} - int{b.rgb[c]}));
    beyond += far > kTolerance ? 1 : 0;
  }
  return static_cast<double>(beyond) / (static_cast<double>(a.rgb.size()) / 3);
}

}  // namespace

TEST_CASE("golden: the program's pictures are those that were looked at") {
  HeadlessRenderer renderer;
  for (const Golden& golden : kGoldens) {
    CAPTURE(std::string(golden.name));
    Session session = open_session(load_lesson("cat"));
    TraceCache traces;
    run_script(session, traces, golden.script);
    const Page page = layout(session, paint(session, traces.now(session), traces.before(session)),
                             {golden.width, golden.height, 0});
    const Image image = renderer.render(page, golden.width, golden.height);
    const std::string path =
        (test::source_dir() / "tests" / "golden" / (std::string(golden.name) + ".png")).string();
    if (std::getenv("QKV_UPDATE_GOLDEN") != nullptr) write_file(path, encode_png(image));
    const Image kept = decode_png(read_file(path), path);
    REQUIRE(kept.width == image.width);
    REQUIRE(kept.height == image.height);
    CHECK(share_beyond(kept, image) <= kMostPixelsBeyond);
  }
}
