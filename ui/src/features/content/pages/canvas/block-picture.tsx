// Drawn pictures of the blocks, in the colours of the site: what a block looks like at a glance. Pure.
// A shape is `class:x,y,width,height,radius` (a box), `class:x,y,radius` (a dot) or `class:M…` (a path); the classes are
// t title, l line, b button, i picture, a accent, d dark, o on dark, w card, q sign.

const PICTURES: Readonly<Record<string, string>> = {
  HeroWithSearch:
    'd:0,0,120,72,0 | o:10,12,52,6,2 | o:10,22,36,6,2 | w:10,38,66,20,4 | l:15,46,30,4,2 | b:54,42,18,12,3 | i:86,22,26,50,13 | a:M92.1 72v-6.1a6.9 6.9 0 0 1 13.9 0v6.1z | a:99,56,3.6',
  PhotoHero:
    'i:0,0,120,72,0 | a:M38.9 72v-18.5a21.1 21.1 0 0 1 42.2 0v18.5z | a:60,23.2,11.1 | w:8,30,62,34,4 | t:14,36,46,5,2 | l:14,44,34,3,2 | b:14,51,22,8,2',
  SectionTitle: 't:26,24,68,8,2 | l:32,40,56,3,1.5 | l:40,46,40,3,1.5',
  RichText:
    't:14,12,48,6,2 | l:14,25,92,3,1.5 | l:14,31,88,3,1.5 | l:14,37,92,3,1.5 | l:14,43,60,3,1.5 | t:14,51,34,4,2 | l:14,60,84,3,1.5',
  Markdown:
    'q:M15 12v10M20 12v10M12 15h11M12 19h11 | t:28,14,40,6,2 | l:14,30,92,3,1.5 | l:14,36,88,3,1.5 | q:M16 48h6M19 45v6 | l:28,46,70,3,1.5 | l:14,58,60,3,1.5',
  ImageTextButtons:
    'i:10,12,44,48,3 | a:M20.3 60v-10.3a11.7 11.7 0 0 1 23.5 0v10.3z | a:32,32.9,6.2 | t:62,14,40,5,2 | l:62,25,48,3,1.5 | l:62,31,46,3,1.5 | l:62,37,38,3,1.5 | b:62,48,22,9,2 | w:88,48,22,9,2',
  TextWithUsps:
    't:10,14,40,5,2 | l:10,25,44,3,1.5 | l:10,31,42,3,1.5 | l:10,37,44,3,1.5 | l:10,43,30,3,1.5 | q:M66 17l3 3 6-6 | l:81,15,28,3,1.5 | q:M66 33l3 3 6-6 | l:81,31,28,3,1.5 | q:M66 49l3 3 6-6 | l:81,47,28,3,1.5',
  QuoteBlock:
    'a:M12 16h9v9q0 8-8 9l-1-4q4-1 4-5h-4zM26 16h9v9q0 8-8 9l-1-4q4-1 4-5h-4z | t:44,18,62,4,2 | t:44,26,56,4,2 | t:44,34,40,4,2 | i:50,53,7 | l:61,52,30,3,1.5',
  Image: 'i:12,8,96,48,3 | a:M45.9 56v-12.3a14.1 14.1 0 0 1 28.2 0v12.3z | a:60,23.4,7.4 | l:12,61,60,3,1.5',
  PhotoSlideshow:
    'i:20,8,80,48,3 | a:M45.9 56v-12.3a14.1 14.1 0 0 1 28.2 0v12.3z | a:60,23.4,7.4 | q:M12 27l-5 5 5 5M108 27l5 5-5 5 | b:52,64,2.5 | l:60,64,2.5 | l:68,64,2.5',
  YouTube: 'd:14,8,92,56,4 | o:60,36,13 | d:M56 29.500l10 6.500-10 6.500z',
  LogoBar:
    'w:8,24,23,24,3 | t:19.5,36,6 | w:35,24,23,24,3 | b:40,32,13,8,1 | w:62,24,23,24,3 | a:M67 42v-4a6.500 6.500 0 0 1 13 0v4z | w:89,24,23,24,3 | t:93,34,15,4,1',
  CallToAction: 'i:8,16,104,40,5 | t:16,26,44,6,2 | l:16,38,40,3,1.5 | l:16,44,30,3,1.5 | b:76,30,28,12,3',
  DualCta:
    'i:8,12,50,48,5 | t:15,21,32,5,2 | l:15,31,34,3,1.5 | b:15,43,24,10,3 | d:62,12,50,48,5 | o:69,21,32,5,2 | o:69,43,24,10,3',
  Hotlinks:
    'q:M10 17h7M14 14l3 3-3 3 | t:22,15,32,4,2 | q:M64 17h7M68 14l3 3-3 3 | t:76,15,32,4,2 | q:M10 33h7M14 30l3 3-3 3 | t:22,31,32,4,2 | q:M64 33h7M68 30l3 3-3 3 | t:76,31,32,4,2 | q:M10 49h7M14 46l3 3-3 3 | t:22,47,32,4,2 | q:M64 49h7M68 46l3 3-3 3 | t:76,47,32,4,2',
  FourCards:
    'w:6,16,24,40,3 | t:10,22,14,4,2 | l:10,31,16,3,1.5 | l:10,37,14,3,1.5 | b:10,45,12,6,1.5 | w:34,16,24,40,3 | t:38,22,14,4,2 | l:38,31,16,3,1.5 | l:38,37,14,3,1.5 | b:38,45,12,6,1.5 | w:62,16,24,40,3 | t:66,22,14,4,2 | l:66,31,16,3,1.5 | l:66,37,14,3,1.5 | b:66,45,12,6,1.5 | w:90,16,24,40,3 | t:94,22,14,4,2 | l:94,31,16,3,1.5 | l:94,37,14,3,1.5 | b:94,45,12,6,1.5',
  DynamicCards:
    'w:8,10,32,52,3 | i:8,10,32,22,3 | a:M17.5 32v-5.6a6.5 6.5 0 0 1 12.9 0v5.6z | a:24,17.1,3.4 | t:12,37,20,4,2 | l:12,45,24,3,1.5 | l:12,51,18,3,1.5 | w:44,10,32,52,3 | i:44,10,32,22,3 | a:M53.5 32v-5.6a6.5 6.5 0 0 1 12.9 0v5.6z | a:60,17.1,3.4 | t:48,37,20,4,2 | l:48,45,24,3,1.5 | l:48,51,18,3,1.5 | w:80,10,32,52,3 | i:80,10,32,22,3 | a:M89.5 32v-5.6a6.5 6.5 0 0 1 12.9 0v5.6z | a:96,17.1,3.4 | t:84,37,20,4,2 | l:84,45,24,3,1.5 | l:84,51,18,3,1.5',
  NewsCarousel:
    'i:16,14,26,20,3 | a:M23.1 34v-5.1a5.9 5.9 0 0 1 11.7 0v5.1z | a:29,20.4,3.1 | l:16,38,12,3,1.5 | t:16,44,24,4,2 | t:16,50,18,4,2 | i:48,14,26,20,3 | a:M55.1 34v-5.1a5.9 5.9 0 0 1 11.7 0v5.1z | a:61,20.4,3.1 | l:48,38,12,3,1.5 | t:48,44,24,4,2 | t:48,50,18,4,2 | i:80,14,26,20,3 | a:M87.1 34v-5.1a5.9 5.9 0 0 1 11.7 0v5.1z | a:93,20.4,3.1 | l:80,38,12,3,1.5 | t:80,44,24,4,2 | t:80,50,18,4,2 | q:M10 21l-4 4 4 4M111 21l4 4-4 4',
  VacancyCategories:
    'w:8,8,23,26,3 | a:M12 21v-4a4 4 0 0 1 8 0v4z | l:12,26,15,3,1.5 | w:8,39,23,26,3 | a:M12 52v-4a4 4 0 0 1 8 0v4z | l:12,57,15,3,1.5 | w:35,8,23,26,3 | a:M39 21v-4a4 4 0 0 1 8 0v4z | l:39,26,15,3,1.5 | w:35,39,23,26,3 | a:M39 52v-4a4 4 0 0 1 8 0v4z | l:39,57,15,3,1.5 | w:62,8,23,26,3 | a:M66 21v-4a4 4 0 0 1 8 0v4z | l:66,26,15,3,1.5 | w:62,39,23,26,3 | a:M66 52v-4a4 4 0 0 1 8 0v4z | l:66,57,15,3,1.5 | w:89,8,23,26,3 | a:M93 21v-4a4 4 0 0 1 8 0v4z | l:93,26,15,3,1.5 | w:89,39,23,26,3 | a:M93 52v-4a4 4 0 0 1 8 0v4z | l:93,57,15,3,1.5',
  BuilderForm: 'l:20,9,30,3,1.5 | w:20,14,80,11,2 | l:20,31,24,3,1.5 | w:20,36,80,11,2 | b:20,54,30,11,3',
};

/** What a choice looks like, by its field: left is something else for a picture than for a heading. */
const CHOICES: Readonly<Record<string, string>> = {
  'picture_side.left':
    'i:10,12,46,48,3 | a:M20.7 60v-10.7a12.3 12.3 0 0 1 24.5 0v10.7z | a:33,31.6,6.4 | t:66,16,38,6,2 | l:66,29,44,3,1.5 | l:66,35,42,3,1.5 | l:66,41,36,3,1.5 | b:66,50,24,10,2',
  'picture_side.right':
    'i:64,12,46,48,3 | a:M74.7 60v-10.7a12.3 12.3 0 0 1 24.5 0v10.7z | a:87,31.6,6.4 | t:10,16,38,6,2 | l:10,29,44,3,1.5 | l:10,35,42,3,1.5 | l:10,41,36,3,1.5 | b:10,50,24,10,2',
  'align.left': 't:14,22,68,8,2 | l:14,39,56,3,1.5 | l:14,45,40,3,1.5',
  'align.center': 't:26,22,68,8,2 | l:32,39,56,3,1.5 | l:40,45,40,3,1.5',
};

const OTHER = 't:14,14,60,6,2 | l:14,28,92,3,1.5 | l:14,36,80,3,1.5 | l:14,44,88,3,1.5';

function Shape({ text }: { text: string }) {
  const at = text.indexOf(':');
  const [className, shape] = [text.slice(0, at), text.slice(at + 1)];
  if (/^[Mm]/.test(shape)) return <path className={className} d={shape} />;
  const [x, y, width, height, radius] = shape.split(',').map(Number);
  if (height === undefined) return <circle className={className} cx={x} cy={y} r={width} />;
  return <rect className={className} x={x} y={y} width={width} height={height} rx={radius} />;
}

function Picture({ shapes }: { shapes: string }) {
  return (
    <svg className="block-picture" viewBox="0 0 120 72" aria-hidden="true" focusable="false">
      {shapes.split(' | ').map((text) => (
        <Shape key={text} text={text} />
      ))}
    </svg>
  );
}

export function BlockPicture({ type }: { type: string }) {
  return <Picture shapes={PICTURES[type] ?? OTHER} />;
}

/** Null for a choice that has no drawing. */
export function ChoicePicture({ field, choice }: { field: string; choice: string }) {
  const shapes = CHOICES[`${field}.${choice}`];
  return shapes === undefined ? null : <Picture shapes={shapes} />;
}
