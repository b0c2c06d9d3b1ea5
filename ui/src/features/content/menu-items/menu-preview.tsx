// The menu as visitors see it, in either language, in the colours of the site.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuItem } from '../../../api/schema.d.ts';
import type { MenuName } from './menu-items-page.tsx';
import type { Row } from './menu-tree.ts';

const LANGUAGES = ['nl', 'en'] as const;

export function MenuPreview({ menu, rows }: { menu: MenuName; rows: readonly Row<MenuItem>[] }) {
  const { t } = useTranslation('menu-items');
  const [shown, setShown] = useState<(typeof LANGUAGES)[number]>('nl');
  const nameOf = ({ item }: Row<MenuItem>): string => (shown === 'en' ? item.nameEn || item.name : item.name);
  const roots = rows.flatMap((row, at) => {
    if (row.depth === 1) return [];
    const below: Row<MenuItem>[] = [];
    for (let next = at + 1; rows[next]?.depth === 1; next++) below.push(rows[next] as Row<MenuItem>);
    return [{ row, below }];
  });
  return (
    <section className="stack" aria-label={t('preview')}>
      <div className="menu-preview-head">
        <h2>{t('preview')}</h2>
        {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields. */}
        <div className="view-switch" role="group" aria-label={t('previewLanguage')}>
          {LANGUAGES.map((each) => (
            <button key={each} type="button" aria-pressed={each === shown} onClick={() => setShown(each)}>
              {t(`language.${each}`)}
            </button>
          ))}
        </div>
      </div>
      <div className={menu === 'header' ? 'menu-preview' : 'menu-preview site-footer'} lang={shown} inert>
        <ul>
          {roots.map(({ row, below }) => (
            <li key={row.item.id}>
              <b>{nameOf(row)}</b>
              {below.length > 0 ? (
                <ul>
                  {below.map((each) => (
                    <li key={each.item.id}>{nameOf(each)}</li>
                  ))}
                </ul>
              ) : null}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
