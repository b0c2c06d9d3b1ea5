// The server of an app that is installed on a device: its pages come from the app itself, everything else from there.
// Replaced at build time (ui/vite.native.config.ts).

/** `https://vrijwilligers.example.org`, without a slash at its end. */
export const API_ORIGIN: string = import.meta.env.VOLUNTR_API_ORIGIN;

/** Paths of what the app carries itself. */
const OWN_FILES = /^\/(assets|img)\/|^\/colour-mode\.js$/;
/** Paths of files that the server makes or stores: no screens. */
const SERVER_FILES =
  /^\/(api|embed|feeds|icons|og|posters|tiles|uploads)\/|^\/activities\/[^/]+\.ics|^\/(theme\.css|favicon\.\w+)/;

const isPath = (address: string): boolean => address.startsWith('/') && !address.startsWith('//');

/** The address of a call: everything but the files of the app is asked of the server. */
export const callAddress = (address: string): string =>
  isPath(address) && !OWN_FILES.test(address) ? API_ORIGIN + address : address;

/** The address of a picture or a file in a page; a screen of the app stays in the app. */
export const fileAddress = (address: string): string =>
  SERVER_FILES.test(address) ? API_ORIGIN + address : address;

/** `/uploads/a.webp 640w, /uploads/b.webp 320w`. */
export const sourceSet = (set: string): string =>
  set
    .split(',')
    .map((each) => fileAddress(each.trim()))
    .join(', ');

/** Addresses of files in HTML that the server wrote. */
export const htmlWithOrigin = (html: string): string =>
  html.replace(
    /(\s)(src|href|poster|srcset)="([^"]*)"/g,
    (_, space: string, name: string, value: string) =>
      `${space}${name}="${name === 'srcset' ? sourceSet(value) : fileAddress(value)}"`,
  );
