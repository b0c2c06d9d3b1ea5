// The address of a stored picture says its size, its average colour and the point that stays in view; those of its
// narrower copies follow from it. The server computes the same (src/web/picture.rs).
const STORED = /^(\/uploads\/[0-9a-f]+-)(\d+)x(\d+)-([0-9a-f]{6})-(\d+)-(\d+)\.webp$/;
const WIDTHS = [1280, 640, 320];

export interface PictureSource {
  src: string;
  srcSet?: string;
  width?: number;
  height?: number;
  style?: { objectPosition: string; backgroundColor: string };
}

/** What an `<img>` needs; a drawing of the site itself has one size. */
export function pictureOf(src: string): PictureSource {
  const [, start, wide, high, color, x, y] = STORED.exec(src) ?? [];
  if (!start) return { src };
  const [width, height] = [Number(wide), Number(high)];
  const heightAt = (each: number) => Math.max(1, Math.floor((height * each + Math.floor(width / 2)) / width));
  const widths = [width, ...WIDTHS.filter((each) => each < width)];
  return {
    src,
    srcSet: widths
      .map((each) => `${start}${each}x${heightAt(each)}-${color}-${x}-${y}.webp ${each}w`)
      .join(', '),
    width,
    height,
    style: { objectPosition: `${x}% ${y}%`, backgroundColor: `#${color}` },
  };
}
