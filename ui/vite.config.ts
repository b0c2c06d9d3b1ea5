// Builds the ui into ui/dist. No inline script or style: the server's policy forbids them.
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const SERVER = process.env.VOLUNTR_SERVER ?? 'http://127.0.0.1:8080';
const PROXIED = [
  '^/api/',
  '^/auth$',
  '^/auth/(sign_in|sign_out|validate_token|password|confirmation|second_factor.*)$',
  '^/theme\\.css',
  '^/builds/',
  '^/uploads/',
];

// The server puts the theme in the page it serves; while developing nobody does.
const themeWhileDeveloping: Plugin = {
  name: 'voluntr-theme',
  apply: 'serve',
  transformIndexHtml: () => [
    { tag: 'link', attrs: { rel: 'stylesheet', href: '/theme.css' }, injectTo: 'head' },
  ],
};

// The router is one file whose data router, forms and prefetching stay in a build because making a context or naming
// a component might do something. Neither does: with that said, what nobody imports is left out (9 kB gzipped).
const leanRouter: Plugin = {
  name: 'voluntr-lean-router',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\// },
    handler: (code) => ({
      code: code
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(/^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2'),
      map: null,
    }),
  },
};

const SHARED_BY_PUBLIC_PAGES =
  /\/src\/(components\/(badge|notice|page-title|results-bar|vacancy-card)\.tsx|lib\/(favorites|search-url|taxonomies|time|vacancy-card)\.ts)$/;

export default defineConfig({
  root: import.meta.dirname,
  // mode "all": without it a component does not follow a signal read inside a function it calls.
  plugins: [
    babel({
      include: /\/src\/.*\.tsx?$/,
      plugins: [['module:@preact/signals-react-transform', { mode: 'all' }]],
    }),
    react(),
    themeWhileDeveloping,
    leanRouter,
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What every visit loads is one file, and what the public pages share another: they pack better than a dozen.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 2 },
            { name: 'public', test: SHARED_BY_PUBLIC_PAGES, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(PROXIED.map((path) => [path, { target: SERVER, changeOrigin: false }])),
  },
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://demo.localhost/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    css: false,
  },
});
