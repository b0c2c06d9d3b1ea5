// Addresses of the pictures of a newsletter, by the id of their upload.
import { useState } from 'react';
import { useResourceList } from '../../../../api/hooks.ts';
import type { MailTexts } from '../state/newsletter-document.ts';

/** In both languages: those that were just sent are known, the others are asked for. */
export function usePictures(nl: MailTexts, en: MailTexts | null) {
  const [sent, setSent] = useState<Readonly<Record<string, string>>>({});
  const ids = [...nl.blocks, ...(en?.blocks ?? [])].flatMap(({ content }) =>
    content.type === 'picture' && content.uploadId !== '' ? [content.uploadId] : [],
  );
  const missing = [...new Set(ids)].filter((each) => sent[each] === undefined);
  const { items } = useResourceList('uploads', missing.length > 0 ? { filter: { idIn: missing } } : null);
  return {
    pictures: { ...Object.fromEntries(items.map((upload) => [upload.id, upload.url])), ...sent },
    onPicture: (uploadId: string, url: string) => setSent((known) => ({ ...known, [uploadId]: url })),
  };
}
