// A picture in its frame, as the blocks have it; without one two doors stand in.
import { classNames } from '../../../components/class-names.ts';
import { pictureOf } from '../../../lib/pictures/picture-url.ts';
import '../blocks/styles.ts';

interface PictureFrameProps {
  url: string | null;
  alt: string;
  sizes: string;
  className?: string;
  /** In view at once: not lazy. */
  isFirst?: boolean;
}

export function PictureFrame({ url, alt, sizes, className, isFirst = false }: PictureFrameProps) {
  return (
    <div className={classNames('picture', className)}>
      {url ? (
        <img
          width={480}
          height={320}
          {...pictureOf(url)}
          sizes={sizes}
          alt={alt}
          loading={isFirst ? undefined : 'lazy'}
        />
      ) : null}
    </div>
  );
}
