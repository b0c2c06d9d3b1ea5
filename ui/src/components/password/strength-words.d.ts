// The package declares only its whole.
declare module '@zxcvbn-ts/language-en/dist/*.mjs' {
  const words: string[];
  // biome-ignore lint/style/noDefaultExport: so the package's files are written.
  export default words;
}
