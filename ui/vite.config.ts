// Builds the ui into ui/dist. No inline script or style: the server's policy forbids them.
import { fileURLToPath } from 'node:url';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const SERVER = process.env.VOLUNTR_SERVER ?? 'http://127.0.0.1:8080';
const PROXIED = [
  '^/(.*/)?_fragment\\.json',
  '^/api/',
  '^/auth$',
  '^/auth/(sign_in|sign_out|validate_token|password|confirmation|second_factor.*)$',
  '^/theme\\.css',
  '^/builds/',
  '^/uploads/',
  '^/tiles/',
  '^/feeds/',
];

// The server puts the theme in the page it serves; while developing nobody does.
const themeWhileDeveloping: Plugin = {
  name: 'voluntr-theme',
  apply: 'serve',
  transformIndexHtml: () => [
    { tag: 'link', attrs: { rel: 'stylesheet', href: '/theme.css' }, injectTo: 'head' },
  ],
};

// The page is there before the app is: its style sheets go first.
const scriptAfterStyles: Plugin = {
  name: 'voluntr-script-after-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '$& fetchpriority="low"'),
  },
};

/** The package's exports name its development build alone, which brings the words of its warnings. */
const productionRouter: Plugin = {
  name: 'voluntr-production-router',
  apply: 'build',
  // Naming a component has no effect but the name: one that nobody uses is left out.
  transform: {
    filter: { id: /\/react-router\/dist\/production\// },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        .replace(
          /^((?:var|const) \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm,
          '$1/* @__PURE__ */ $2',
        ),
  },
  config: () => ({
    resolve: {
      alias: [
        {
          find: /^react-router$/,
          replacement: fileURLToPath(
            new URL(
              './production/index.mjs',
              import.meta.resolve('react-router').replace(/[^/]*\/[^/]*$/, ''),
            ),
          ),
        },
      ],
    },
  }),
};

const LAYERS = 'pico, base, components, features, media';

/**
 * A style sheet lies beside what it styles, and its folder is its layer: what a feature says wins over what a component
 * says, in whatever order they are loaded. Each sheet names the order, so that it holds also when it is the first.
 */
const layerOfFolder: Plugin = {
  name: 'voluntr-layer-of-folder',
  enforce: 'pre',
  transform: {
    filter: { id: /\/ui\/src\/(app|components|features)\/.*\.css$/ },
    handler: (code, id) => {
      const layer = id.includes('/ui/src/features/') ? 'features' : 'components';
      return { code: `@layer ${LAYERS};\n@layer ${layer} {\n${code}\n}`, map: null };
    },
  },
};

// Small files that public pages share pack better together: what all of them show, what leads to a vacancy, and what
// one reads about a thing.
const PUBLIC_PARTS =
  /\/src\/(api\/field-names\.ts|components\/\w+\/(badge|loading|notice|page-title|print-button|results-bar|vacancy-card)\.tsx|lib\/\w+\/(favorites|search-url|taxonomies|time|vacancy-card)\.ts)$/;
const SEARCH_PARTS =
  /\/src\/(components\/(\w+\/(category-tile|empty-state|filter-panel|pagination|field-frame)|form\/controls\/suggest-field|use-media)\.tsx?|lib\/centre\/places\.ts)$/;
const READING_PARTS =
  /\/src\/(components\/\w+\/(card|person|practical-list|share-buttons)\.tsx|features\/vacancies\/detail\/rich-text\.tsx|lib\/vacancies\/stages\.ts)$/;

// Words of staff, and those of who is signed in, are a file a language: each file more is a name that every visitor gets.
const STAFF_WORDS =
  /\/src\/(app\/(moderation|workspace)|components\/(table|work-list|form\/questions)|lib\/audit|features\/(applications|checks|dashboard|desk|form-builder|imports|places|settings|students|switch|taxonomies|test-pages|users)|features\/content\/(blocks|pages|menu-items|file-upload|stock-images|legal-texts)|features\/vacancies(\/(bulk|form|list|edit|register))?)\/[^/]*\.json$|\/(activities|activity-form|hours-confirm|activity-messages|check-in|participants|workshops)\.\w+\.json$|\/organization-(list|manage|map|move|review)\.\w+\.json$|\/(settings-centres|settings-design)\.\w+\.json$/;
const MEMBER_WORDS =
  /\/src\/(features\/account|components\/(picture|pool|second-factor))\/.*\.json$|\/(activity-registrations|conversations|start-conversation|hours|hours-proof|notifications-page|unsaved|member|shortcuts|impersonation)\.\w+\.json$/;

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    // React has it itself since version 18.
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
  },
  // mode "all": without it a component does not follow a signal read inside a function it calls.
  plugins: [
    babel({
      include: /\/src\/.*\.tsx?$/,
      plugins: [['module:@preact/signals-react-transform', { mode: 'all' }]],
    }),
    react(),
    layerOfFolder,
    themeWhileDeveloping,
    scriptAfterStyles,
    productionRouter,
  ],
  // Words are loaded as one thing; a name for each of them would be sent twice.
  json: { namedExports: false },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // A list of every screen's files would stand in the first file. The server names those of the page it sends, and a
    // link's screen is fetched before it is followed; styles have to be there before their screen shows.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
    },
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      // Reading a property has no effect either: `class extends React.Component` that nobody uses is left out.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // The first file names all others.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // What every visit loads is one file, and what the public pages share another: they pack better than a dozen.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 2 },
            { name: 'public', test: PUBLIC_PARTS, priority: 1 },
            { name: 'finding', test: SEARCH_PARTS, priority: 1 },
            { name: 'reading', test: READING_PARTS, priority: 1 },
            ...[
              { group: 'staff-words', words: STAFF_WORDS },
              { group: 'member-words', words: MEMBER_WORDS },
            ].map(({ group, words }) => ({
              name: (id: string) => `${group}-${id.endsWith('.en.json') ? 'en' : 'nl'}`,
              test: words,
              priority: 1,
            })),
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
    environmentOptions: { happyDOM: { url: 'http://demo.localhost/', width: 1280, height: 900 } },
    include: ['src/**/*.test.{ts,tsx}'],
    // Each file has modules of its own: signals, caches and words would pass from one file to the next.
    pool: 'threads',
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    css: false,
    // A limit ends what hangs; it is no measure of how fast a busy machine is.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
