//! Pictures on paper: no finer than a printer shows, and logos as the shapes they are made of.

use std::io::Cursor;
use std::sync::Arc;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use krilla::geom::{Path, PathBuilder, Size, Transform};
use krilla::image::Image;
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Paint, Stroke, StrokeDash};
use krilla::surface::Surface;
use usvg::tiny_skia_path::PathSegment;

/// Pixels on an inch of paper.
const DENSITY: f32 = 220.0;
const LONGEST_SIDE: u32 = 8_000;
/// Bytes of a picture while it is read.
const MEMORY: u64 = 200 * 1024 * 1024;
/// Bytes of an SVG file, and elements in it.
const LARGEST: usize = 2 * 1024 * 1024;
const MOST_ELEMENTS: usize = 10_000;

#[derive(Clone)]
pub enum Drawable {
    Pixels { image: Image, size: (f32, f32) },
    Shapes(Arc<usvg::Tree>),
}

impl Drawable {
    /// As large as fits, in its proportions.
    pub fn size_within(&self, room: (f32, f32)) -> (f32, f32) {
        let (width, height) = self.size();
        let factor = (room.0 / width).min(room.1 / height);
        (width * factor, height * factor)
    }

    fn size(&self) -> (f32, f32) {
        match self {
            Self::Pixels { size, .. } => *size,
            Self::Shapes(tree) => (tree.size().width(), tree.size().height()),
        }
    }

    pub fn draw(&self, surface: &mut Surface<'_>, width: f32, height: f32) {
        match self {
            Self::Pixels { image, .. } => {
                if let Some(size) = Size::from_wh(width, height) {
                    surface.draw_image(image.clone(), size);
                }
            }
            Self::Shapes(tree) => {
                let (own_width, own_height) = self.size();
                let factor = width / own_width;
                surface.push_transform(&Transform::from_scale(factor, factor));
                // What lies outside of its frame is not seen in a browser either.
                let mut frame = PathBuilder::new();
                frame.move_to(0.0, 0.0);
                frame.line_to(own_width, 0.0);
                frame.line_to(own_width, own_height);
                frame.line_to(0.0, own_height);
                frame.close();
                let frame = frame.finish();
                if let Some(frame) = &frame {
                    surface.push_clip_path(frame, &FillRule::NonZero);
                }
                draw_group(surface, tree.root());
                if frame.is_some() {
                    surface.pop();
                }
                surface.pop();
            }
        }
    }
}

/// None: it cannot be read, or not be drawn as it is.
pub fn read(file: &[u8], room: (f32, f32)) -> Option<Drawable> {
    let start = file.get(..file.len().min(12))?;
    let format = match image::guess_format(start) {
        Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP)) => format,
        Ok(_) => return None,
        Err(_) => return shapes(file),
    };
    pixels(file, format, room)
}

fn pixels(file: &[u8], format: ImageFormat, room: (f32, f32)) -> Option<Drawable> {
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY);
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().ok()?;
    let (width, height) = decoder.dimensions();
    // The output is not counted among what a decoder may take.
    if width.max(height) > LONGEST_SIDE || decoder.total_bytes() > MEMORY {
        return None;
    }
    let orientation = decoder.orientation().ok()?;
    let mut picture = DynamicImage::from_decoder(decoder).ok()?;
    picture.apply_orientation(orientation);
    let size = (as_side(picture.width()), as_side(picture.height()));
    if size.0 < 1.0 || size.1 < 1.0 {
        return None;
    }
    let factor = (room.0 / size.0).min(room.1 / size.1) * DENSITY / 72.0;
    if factor < 1.0 {
        let most = |side: f32| as_pixels(side * factor);
        picture = picture.resize_exact(most(size.0), most(size.1), FilterType::CatmullRom);
    }
    let has_alpha = picture.color().has_alpha();
    let image = if has_alpha || format == ImageFormat::Png {
        let pixels = picture.into_rgba8();
        let (width, height) = pixels.dimensions();
        Image::from_rgba8(pixels.into_raw(), width, height)
    } else {
        let mut jpeg = Vec::new();
        let pixels = picture.into_rgb8();
        JpegEncoder::new_with_quality(&mut jpeg, 85)
            .encode_image(&pixels)
            .ok()?;
        Image::from_jpeg(jpeg.into(), false).ok()?
    };
    Some(Drawable::Pixels { image, size })
}

fn as_side(pixels: u32) -> f32 {
    f32::from(u16::try_from(pixels).unwrap_or(u16::MAX))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "smaller than the picture it is of"
)]
fn as_pixels(side: f32) -> u32 {
    side.round().max(1.0) as u32
}

fn shapes(file: &[u8]) -> Option<Drawable> {
    let text = std::str::from_utf8(file).ok()?;
    let is_small = text.len() <= LARGEST && text.matches('<').count() <= MOST_ELEMENTS * 2;
    if !is_small || text.contains("<!ENTITY") {
        return None;
    }
    let options = usvg::Options {
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(text, &options).ok()?;
    // Without these a logo would look like another one.
    let is_plain =
        tree.masks().is_empty() && tree.filters().is_empty() && tree.patterns().is_empty();
    is_plain.then(|| Drawable::Shapes(Arc::new(tree)))
}

fn draw_group(surface: &mut Surface<'_>, group: &usvg::Group) {
    let opacity = NormalizedF32::new(group.opacity().get()).unwrap_or(NormalizedF32::ONE);
    let is_faint = opacity.get() < 1.0;
    if is_faint {
        surface.push_opacity(opacity);
    }
    let mut clips = 0;
    let mut clip = group.clip_path();
    while let Some(outline) = clip {
        let within = group.abs_transform().pre_concat(outline.transform());
        let mut builder = PathBuilder::new();
        add_outlines(&mut builder, outline.root(), within);
        if let Some(path) = builder.finish() {
            surface.push_clip_path(&path, &FillRule::NonZero);
            clips += 1;
        }
        clip = outline.clip_path();
    }
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => draw_group(surface, group),
            usvg::Node::Path(path) if path.is_visible() => draw_path(surface, path),
            _ => {}
        }
    }
    for _ in 0..clips {
        surface.pop();
    }
    if is_faint {
        surface.pop();
    }
}

fn add_outlines(builder: &mut PathBuilder, group: &usvg::Group, within: usvg::Transform) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => add_outlines(builder, group, within),
            usvg::Node::Path(path) => {
                let transform = within.pre_concat(path.abs_transform());
                if let Some(path) = path.data().clone().transform(transform) {
                    add_segments(builder, &path);
                }
            }
            _ => {}
        }
    }
}

fn add_segments(builder: &mut PathBuilder, path: &usvg::tiny_skia_path::Path) {
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => builder.move_to(to.x, to.y),
            PathSegment::LineTo(to) => builder.line_to(to.x, to.y),
            PathSegment::QuadTo(by, to) => builder.quad_to(by.x, by.y, to.x, to.y),
            PathSegment::CubicTo(by, and, to) => {
                builder.cubic_to(by.x, by.y, and.x, and.y, to.x, to.y);
            }
            PathSegment::Close => builder.close(),
        }
    }
}

fn draw_path(surface: &mut Surface<'_>, path: &usvg::Path) {
    let mut builder = PathBuilder::new();
    add_segments(&mut builder, path.data());
    let Some(outline) = builder.finish() else {
        return;
    };
    let transform = path.abs_transform();
    surface.push_transform(&Transform::from_row(
        transform.sx,
        transform.ky,
        transform.kx,
        transform.sy,
        transform.tx,
        transform.ty,
    ));
    let fill = path.fill().map(|fill| Fill {
        paint: paint(fill.paint()),
        opacity: normalized(fill.opacity().get()),
        rule: match fill.rule() {
            usvg::FillRule::NonZero => FillRule::NonZero,
            usvg::FillRule::EvenOdd => FillRule::EvenOdd,
        },
    });
    let stroke = path.stroke().map(stroke_of);
    let draw =
        |surface: &mut Surface<'_>, fill: Option<Fill>, stroke: Option<Stroke>, outline: &Path| {
            if fill.is_some() || stroke.is_some() {
                surface.set_fill(fill);
                surface.set_stroke(stroke);
                surface.draw_path(outline);
            }
        };
    if path.paint_order() == usvg::PaintOrder::StrokeAndFill {
        draw(surface, None, stroke, &outline);
        draw(surface, fill, None, &outline);
    } else {
        draw(surface, fill, None, &outline);
        draw(surface, None, stroke, &outline);
    }
    surface.set_stroke(None);
    surface.pop();
}

fn normalized(value: f32) -> NormalizedF32 {
    NormalizedF32::new(value).unwrap_or(NormalizedF32::ONE)
}

fn stroke_of(stroke: &usvg::Stroke) -> Stroke {
    Stroke {
        paint: paint(stroke.paint()),
        width: stroke.width().get(),
        miter_limit: stroke.miterlimit().get(),
        line_cap: match stroke.linecap() {
            usvg::LineCap::Butt => LineCap::Butt,
            usvg::LineCap::Round => LineCap::Round,
            usvg::LineCap::Square => LineCap::Square,
        },
        line_join: match stroke.linejoin() {
            usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoin::Miter,
            usvg::LineJoin::Round => LineJoin::Round,
            usvg::LineJoin::Bevel => LineJoin::Bevel,
        },
        opacity: normalized(stroke.opacity().get()),
        dash: stroke.dasharray().map(|array| StrokeDash {
            array: array.to_vec(),
            offset: stroke.dashoffset(),
        }),
    }
}

fn paint(paint: &usvg::Paint) -> Paint {
    use krilla::color::rgb;
    use krilla::paint::{LinearGradient, RadialGradient, SpreadMethod, Stop};
    let stops = |gradient: &usvg::BaseGradient| {
        let stop = |stop: &usvg::Stop| Stop {
            offset: normalized(stop.offset().get()),
            color: rgb::Color::new(stop.color().red, stop.color().green, stop.color().blue).into(),
            opacity: normalized(stop.opacity().get()),
        };
        gradient.stops().iter().map(stop).collect()
    };
    let transform = |t: usvg::Transform| Transform::from_row(t.sx, t.ky, t.kx, t.sy, t.tx, t.ty);
    match paint {
        usvg::Paint::Color(color) => rgb::Color::new(color.red, color.green, color.blue).into(),
        // Repeating gradients would bring a program into the file, which paper to be kept may not hold.
        usvg::Paint::LinearGradient(linear) => LinearGradient {
            x1: linear.x1(),
            y1: linear.y1(),
            x2: linear.x2(),
            y2: linear.y2(),
            transform: transform(linear.transform()),
            spread_method: SpreadMethod::Pad,
            stops: stops(linear),
            anti_alias: false,
        }
        .into(),
        usvg::Paint::RadialGradient(radial) => RadialGradient {
            fx: radial.fx(),
            fy: radial.fy(),
            fr: radial.fr().get(),
            cx: radial.cx(),
            cy: radial.cy(),
            cr: radial.r().get(),
            transform: transform(radial.transform()),
            spread_method: SpreadMethod::Pad,
            stops: stops(radial),
            anti_alias: false,
        }
        .into(),
        usvg::Paint::Pattern(_) => rgb::Color::new(0, 0, 0).into(),
    }
}
