// How the page will look in a search result, and where it is shared.
import { useTranslation } from 'react-i18next';
import { appName } from '../../../../lib/centre/centre.ts';
import { pictureOf } from '../../../../lib/pictures/picture-url.ts';
import { firstWords } from '../state/document.ts';
import { publicPath } from '../state/public-path.ts';
import type { PageEditor } from '../state/use-page-editor.ts';

const LONGEST_TITLE = 60;
const LONGEST_TEXT = 160;

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;

/** What stands there when the editor says nothing of its own. */
function useTexts({ doc }: PageEditor) {
  const { t } = useTranslation('content-pages');
  const { page, blocks } = doc;
  const said = (name: string): string => String(page[name] ?? '').trim();
  const title = said('metaTitle') || `${said('title') || t('untitled')} - ${appName.value}`;
  const words =
    blocks.map((block) => firstWords(block.content, LONGEST_TEXT)).find((each) => each.length > 30) ?? '';
  const text = said('metaDescription') || said('summary') || words;
  return {
    title,
    text,
    shareTitle: said('ogTitle') || said('title') || t('untitled'),
    shareText: said('ogDescription') || text,
  };
}

export function SearchPreview({ editor }: { editor: PageEditor }) {
  const { t } = useTranslation('content-pages');
  const { title, text } = useTexts(editor);
  return (
    <figure className="search-preview">
      <div>
        <p className="preview-site">
          <b>{appName.value}</b>
          <span>{`${location.host}${publicPath(editor.page)}`.replaceAll('/', ' › ')}</span>
        </p>
        <p className="preview-title">{cut(title, LONGEST_TITLE)}</p>
        <p className="preview-text">{cut(text, LONGEST_TEXT) || t('preview.noText')}</p>
      </div>
      <figcaption className="hint">{t('preview.search')}</figcaption>
    </figure>
  );
}

export function SharePreview({ editor }: { editor: PageEditor }) {
  const { t } = useTranslation('content-pages');
  const { shareTitle, shareText } = useTexts(editor);
  const { page, doc } = editor;
  const src = (doc.page.ogImageId ? page.ogImageUrl : null) ?? (doc.page.imageId ? page.imageUrl : null);
  return (
    <figure className="share-preview">
      <div>
        {src ? (
          <img {...pictureOf(src)} sizes="320px" alt="" />
        ) : (
          <div className="preview-no-picture">{appName.value}</div>
        )}
        <div>
          <p className="preview-site">{location.host}</p>
          <p className="preview-title">{shareTitle}</p>
          <p className="preview-text">{cut(shareText, 110)}</p>
        </div>
      </div>
      <figcaption className="hint">{t('preview.share')}</figcaption>
    </figure>
  );
}
