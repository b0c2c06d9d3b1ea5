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
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
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
