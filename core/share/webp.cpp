// A walk as animated WebP, without loss: small, and every colour as drawn.

#include "core/share/frames.h"
#include "core/share/writers.h"
#include "core/text/input_error.h"

#ifdef QKV_HAVE_WEBP
#include <webp/encode.h>
#include <webp/mux.h>
#endif

namespace qkv {

#ifdef QKV_HAVE_WEBP

namespace {

constexpr int kFramesPerSecond = 25;

[[noreturn]] void fail(const char* why) {
  throw InputError(std::string("the WebP could not be made (") + why + "); try a smaller --size");
}

struct FreeEncoder {
  void operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }
};

/// A picture of libwebp's own that frees itself.
struct WebpPicture {
  WebPPicture it;
  explicit WebpPicture(const Pixels& pixels) {
    if (WebPPictureInit(&it) == 0) fail("another version of libwebp");
    it.use_argb = 1;
    it.width = pixels.width;
    it.height = pixels.height;
    if (WebPPictureImportRGBA(&it, pixels.rgba.data(), 4 * pixels.width) == 0) fail("memory");
  }
  WebpPicture(const WebpPicture&) = delete;
  WebpPicture& operator=(const WebpPicture&) = delete;
  ~WebpPicture() { WebPPictureFree(&it); }
};

class WebpJob : public ExportJob {
 public:
  explicit WebpJob(ExportSource source) : frames_(std::move(source), kFramesPerSecond) {
    if (WebPConfigInit(&config_) == 0) fail("another version of libwebp");
    config_.lossless = 1;
    config_.quality = 30;  // effort; more takes long and gains little on flat colours
    config_.method = 2;
  }

  bool step() override {
    const std::optional<Frame> frame = frames_.next();
    if (!frame) return false;
    if (!encoder_) begin(frame->pixels);
    WebpPicture picture(frame->pixels);
    if (WebPAnimEncoderAdd(encoder_.get(), &picture.it, now_, &config_) == 0)
      fail(WebPAnimEncoderGetError(encoder_.get()));
    now_ += frame->milliseconds;
    return true;
  }

  float done() const override { return frames_.done(); }

  std::string take_bytes() override {
    WebPData data;
    WebPDataInit(&data);
    if (WebPAnimEncoderAdd(encoder_.get(), nullptr, now_, nullptr) == 0 ||
        WebPAnimEncoderAssemble(encoder_.get(), &data) == 0)
      fail(WebPAnimEncoderGetError(encoder_.get()));
    std::string bytes(reinterpret_cast<const char*>(data.bytes), data.size);
    WebPDataClear(&data);
    return bytes;
  }

 private:
  void begin(const Pixels& first) {
    WebPAnimEncoderOptions options;
    if (WebPAnimEncoderOptionsInit(&options) == 0) fail("another version of libwebp");
    options.anim_params.loop_count = 0;  // again and again
    encoder_.reset(WebPAnimEncoderNew(first.width, first.height, &options));
    if (!encoder_) fail("its size");
  }

  WalkFrames frames_;
  WebPConfig config_;
  std::unique_ptr<WebPAnimEncoder, FreeEncoder> encoder_;
  int now_ = 0;  ///< milliseconds
};

}  // namespace

std::string_view webp_missing() { return {}; }
std::unique_ptr<ExportJob> begin_webp(ExportSource source) {
  return std::make_unique<WebpJob>(std::move(source));
}

#else

std::string_view webp_missing() { return "libwebp"; }
std::unique_ptr<ExportJob> begin_webp(ExportSource) {
  throw InputError("this program was built without libwebp, which .webp needs");
}

#endif

}  // namespace qkv
