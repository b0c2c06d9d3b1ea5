// Numbers of an import, and the button that gives back what was wrong.

import { useTranslation } from 'react-i18next';
import type { Import } from '../../api/schema.d.ts';
import { Button } from '../../components/actions/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { addToast } from '../../lib/feedback/toasts.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import { menu } from '../../lib/session/session.ts';
import type { ImportKind } from './import-rules.ts';
import { downloadFaulty } from './imports.store.ts';

/** Whoever runs the centre makes accounts; a School asks people to be its students. */
export const isAsking = (): boolean => !menu.value.includes('organizations_approve');

/** The words for what an import does here. */
export const wordsOf = (kind: ImportKind): { context?: 'school' | 'organizations' } =>
  kind === 'organizations' ? { context: kind } : isAsking() ? { context: 'school' } : {};

/** Whoever made an import points out its columns and runs it; others read it. */
export const isMine = ({ can }: Pick<Import, 'can'>): boolean => can.includes('update');

export function OfAnother() {
  const { t } = useTranslation('imports');
  return (
    <Notice>
      <p>{t('ofAnother')}</p>
    </Notice>
  );
}

export interface ImportCount {
  key: string;
  count: number;
  tone?: 'good' | 'bad' | undefined;
}

export function Counts({ kind, counts }: { kind: ImportKind; counts: readonly ImportCount[] }) {
  const { t } = useTranslation('imports');
  const words = wordsOf(kind);
  return (
    <dl className="import-counts">
      {counts.map(({ key, count, tone }) => (
        <div key={key} className={classNames(tone && `is-${tone}`) || undefined}>
          <dt>{serverWords(t)(`count.${key}`, words)}</dt>
          <dd>{t('count.number', { count })}</dd>
          <dd className="hint">{serverWords(t)(`count.${key}Hint`, words)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function FaultyButton({ found }: { found: Import }) {
  const { t } = useTranslation('imports');
  async function handleDownload() {
    try {
      await downloadFaulty(found, t('faults.fileWord'));
    } catch {
      addToast({ title: t('failed'), color: 'danger' });
    }
  }
  return (
    <Button icon="download" onClick={() => void handleDownload()}>
      {t('faults.download', { count: found.result?.faulty ?? found.report.faulty })}
    </Button>
  );
}
