// Builds what stands in frames of other sites, apart from the app: nothing of either comes into the other.
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  json: { namedExports: false },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: '.vite/embed.json',
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['social-map', 'vacancies'].map((name) => `${import.meta.dirname}/src/embed/${name}.ts`),
      output: {
        entryFileNames: 'assets/embed-[name]-[hash:7].js',
        assetFileNames: 'assets/embed-[name]-[hash:7][extname]',
      },
    },
  },
});
