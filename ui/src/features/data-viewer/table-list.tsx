// The tables at the left, in groups, with how many rows they have.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TABLE_GROUPS, type ViewedTable } from '../../api/data-viewer-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { formatNumber } from '../../lib/locale/time.ts';
import { viewerHref } from './data-viewer-url.ts';
import { TableName, useNames } from './names.tsx';

interface TableListProps {
  tables: readonly ViewedTable[];
  current: string;
}

export function TableList({ tables, current }: TableListProps) {
  const { t } = useTranslation('data-viewer');
  const { tableName } = useNames();
  const [asked, setAsked] = useState('');
  const wanted = asked.trim().toLowerCase();
  const found = tables.filter(({ name }) => `${tableName(name)} ${name}`.toLowerCase().includes(wanted));
  return (
    <section className="viewer-tables" aria-label={t('tables')}>
      <div className="viewer-search">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          aria-label={t('searchTable')}
          placeholder={t('searchTable')}
          value={asked}
          onChange={({ target }) => setAsked(target.value)}
        />
      </div>
      <nav aria-label={t('tables')}>
        {found.length === 0 ? <p className="soft viewer-none">{t('noTable')}</p> : null}
        {TABLE_GROUPS.map((group) => {
          const ofGroup = found.filter((table) => table.group === group);
          return ofGroup.length === 0 ? null : (
            <div key={group}>
              <h2 className="viewer-group">{t(`group.${group}`)}</h2>
              {ofGroup.map(({ name, count, has_more }) => (
                <AppLink
                  key={name}
                  className="table-pick"
                  href={viewerHref({ table: name })}
                  aria-current={name === current ? 'page' : undefined}
                >
                  <span className="table-pick-name">
                    <TableName name={name} />
                  </span>
                  {count === null ? null : (
                    <span className="table-pick-count">
                      {t(has_more ? 'moreThan' : 'exactly', { shown: formatNumber(count) })}
                    </span>
                  )}
                </AppLink>
              ))}
            </div>
          );
        })}
      </nav>
    </section>
  );
}
