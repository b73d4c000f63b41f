#pragma once

#include <vector>

#include "app/gl/objects.h"
#include "app/render/glyph_atlas.h"
#include "app/render/mesh.h"

namespace qkv {

/// Which way the rows of the framebuffer run. Both are rasterised alike, to the bit: Mesa turns a
/// window's rows itself.
enum class Rows { up, down };

/// Draws pages into the framebuffer that is bound. Needs a current GL 3.3 context for all its life.
class PageRenderer {
 public:
  PageRenderer();

  /// Clears to the page's background and draws it, `over` on top. Pixels of the page are pixels of
  /// the framebuffer.
  void draw(const Page& page, const std::vector<Item>& over, int width, int height,
            Rows rows = Rows::up);
  /// The same triangles again: for a redraw where nothing changed.
  void draw_again();

  std::size_t triangles() const { return mesh_.indices.size() / 3; }
  std::size_t draw_calls() const { return mesh_.batches.size(); }

 private:
  struct HeatmapTexture {
    gl::Texture texture;
    int rows = 0, columns = 0;
    std::shared_ptr<const std::vector<Color>> cells;  ///< what was uploaded
  };

  void upload_atlas();
  void upload_heatmap(std::size_t slot, const Heatmap& map);

  struct Shader {
    gl::Program program;
    GLint page_size = -1, up = -1;
  };
  static Shader make_shader(std::string_view fragment_asset);
  void use(const Shader& shader) const;

  Shader textured_, solid_;
  gl::VertexArray vertex_array_;
  gl::Buffer vertices_, indices_;
  gl::Texture atlas_texture_;
  int atlas_rows_ = 0;  ///< of the texture, 0: not made yet
  std::vector<HeatmapTexture> heatmaps_;

  GlyphAtlas atlas_;
  Mesh mesh_;
  Color background_;
  int width_ = 0, height_ = 0;
  Rows rows_ = Rows::up;
};

}  // namespace qkv
