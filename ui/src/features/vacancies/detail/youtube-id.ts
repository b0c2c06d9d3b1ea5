// The id of a film in its address. Pure.
const HOSTS = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
];
const ID = /^[\w-]{6,20}$/;

/** The id of a film on YouTube, from any of its addresses; null for anything else. */
export function youtubeId(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  const { hostname, pathname, searchParams } = new URL(address);
  const [, first = '', second = ''] = pathname.split('/');
  const id =
    hostname === 'youtu.be'
      ? first
      : !HOSTS.includes(hostname)
        ? ''
        : first === 'watch'
          ? (searchParams.get('v') ?? '')
          : ['embed', 'shorts', 'live'].includes(first)
            ? second
            : '';
  return ID.test(id) ? id : null;
}
