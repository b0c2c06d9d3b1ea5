// Builds the app for a device into ui/native/www (docs/native.md). It has no server of its own: VOLUNTR_API_ORIGIN names it.
import { fileURLToPath } from 'node:url';
import { mergeConfig, type Plugin, type UserConfig } from 'vite';
import webConfig from './vite.config.ts';

const origin = (process.env.VOLUNTR_API_ORIGIN ?? '').replace(/\/$/, '');
if (!/^https?:\/\/[^/?#@\s]+$/.test(origin))
  throw new Error(
    'VOLUNTR_API_ORIGIN names the server of the app, for example VOLUNTR_API_ORIGIN=https://vrijwilligers.example.org',
  );
const name = process.env.VOLUNTR_APP_NAME ?? 'Voluntr';

/** What the server's own header says of its pages, for an app whose server is elsewhere. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  `style-src 'self' ${origin}`,
  `img-src 'self' data: blob: https: ${origin}`,
  "font-src 'self'",
  `connect-src 'self' ${origin}`,
  'frame-src https://www.youtube-nocookie.com',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

// The server fills the page of the site; that of the app is whole as it is.
const pageOfTheApp: Plugin = {
  name: 'voluntr-native-page',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html
        .replace(
          '<!--head-->',
          `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />
    <title>${escaped(name)}</title>
    <link rel="stylesheet" href="${origin}/theme.css" />`,
        )
        .replace('<!--content-->', '')
        .replace('<!--first-data-->', '')
        .replace('/src/main.tsx', '/src/native/main.ts'),
  },
};

const RUNTIME = fileURLToPath(new URL('src/native/jsx-runtime.ts', import.meta.url));

const runtimeOfTheApp: Plugin = {
  name: 'voluntr-native-runtime',
  enforce: 'pre',
  resolveId: (source, importer) => (source === 'react/jsx-runtime' && importer !== RUNTIME ? RUNTIME : null),
};

export default mergeConfig(webConfig as UserConfig, {
  plugins: [pageOfTheApp, runtimeOfTheApp],
  define: { 'import.meta.env.VOLUNTR_API_ORIGIN': JSON.stringify(origin) },
  build: { outDir: 'native/www', manifest: false },
} satisfies UserConfig);
