// Text with markup as somebody wrote it. Only for what the server has cleaned: it keeps a short list of tags and
// drops scripts, styles and addresses it does not know, both when text is saved and in what it sends.

export function RichText({ html, lang }: { html: string; lang?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server; the policy of the page forbids inline script besides
  return <div lang={lang} dangerouslySetInnerHTML={{ __html: html }} />;
}
