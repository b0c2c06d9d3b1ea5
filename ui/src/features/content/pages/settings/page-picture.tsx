// A picture of the page itself: above a news item, or where the page is shared.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Picture, PictureValue } from '../fields/picture-value.tsx';
import type { PageEditor } from '../state/use-page-editor.ts';

interface PagePictureProps {
  editor: PageEditor;
  name: 'imageId' | 'ogImageId';
  /** The field that says what it shows; left out where nobody reads it. */
  altName?: 'imageAlt';
  /** Of the stored one. */
  url: string | null | undefined;
}

export function PagePicture({ editor, name, altName, url }: PagePictureProps) {
  const { t } = useTranslation('content-pages');
  const { doc, apply } = editor;
  const [known, setKnown] = useState<Readonly<Record<string, string>>>({});
  const id = doc.page[name] as string | null;
  const stock = name === 'imageId' ? (doc.page.imageStock as string | null) : null;
  const src = id ? (known[id] ?? url ?? undefined) : undefined;
  const alt = altName ? String(doc.page[altName] ?? '') : '';
  const value: Picture | undefined = src
    ? { upload_id: id ?? '', url: src, alt, decorative: altName === undefined }
    : stock
      ? { stock, alt }
      : undefined;
  return (
    <div data-path={name}>
      <PictureValue
        id={`page-${name}`}
        label={t(`page.${name}`)}
        hint={name === 'ogImageId' ? t('page.ogImageHint') : ''}
        error={editor.pageProblems[name]}
        required={false}
        hasAlt={altName !== undefined}
        value={value}
        onChange={(next) => {
          const picture = next as Picture | undefined;
          const { upload_id: upload, url: address } = picture ?? {};
          if (upload && address) setKnown((all) => ({ ...all, [upload]: address }));
          apply(
            (now) => ({
              ...now,
              page: {
                ...now.page,
                [name]: upload || null,
                ...(name === 'imageId' ? { imageStock: picture?.stock ?? null } : {}),
                ...(altName ? { [altName]: picture?.alt || null } : {}),
              },
            }),
            `page.${name}`,
          );
        }}
      />
    </div>
  );
}
