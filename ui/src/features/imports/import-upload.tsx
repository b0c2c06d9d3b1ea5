// The first step: the file.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { Button } from '../../components/actions/button.tsx';
import { CheckList } from '../../components/content/practical-list.tsx';
import { FileDrop } from '../../components/form/controls/file-drop.tsx';
import { Card } from '../../components/layout/card.tsx';
import { saveFile } from '../../lib/export/download.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { wordsOf } from './import-parts.tsx';
import {
  ACCEPTED,
  FIELDS,
  fileProblem,
  type ImportKind,
  IN_TEMPLATE,
  MOST_ROWS,
  templateOf,
} from './import-rules.ts';
import { stepHref } from './import-url.ts';
import { upload } from './imports.store.ts';

export function ImportUpload({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation('imports');
  const words = wordsOf(kind);
  const [reading, setReading] = useState<string | null>(null);
  const [error, setError] = useState<string | undefined>(undefined);

  async function handleFile(file: File) {
    const problem = fileProblem(file);
    setError(problem === null ? undefined : t(`file.problem.${problem}`));
    if (problem !== null) return;
    setReading(file.name);
    try {
      const made = await upload(kind, file);
      if (made) navigateTo(stepHref(kind, made.id, 'columns'));
    } catch (cause) {
      const isAnswer = cause instanceof ApiError && !cause.isOffline;
      setError(isAnswer ? (cause.problems[0]?.detail ?? cause.message) : t('file.problem.offline'));
    } finally {
      setReading(null);
    }
  }

  function handleTemplate() {
    const text = templateOf(
      IN_TEMPLATE[kind].map((name) => t(`field.${name}`)),
      IN_TEMPLATE[kind].map((name) => t(`example.${name}`, words)),
    );
    saveFile(t('file.templateName', words), new Blob([text], { type: 'text/csv' }));
  }

  return (
    <div className="form-layout import-body">
      <div className="stack">
        <FileDrop
          label={reading === null ? t('file.drop') : t('file.reading', { name: reading })}
          hint={t('file.hint', { count: MOST_ROWS[kind] })}
          accept={ACCEPTED.join()}
          disabled={reading !== null}
          error={error}
          onFile={(file) => void handleFile(file)}
        />
        <p className="visually-hidden" role="status">
          {reading === null ? '' : t('file.reading', { name: reading })}
        </p>
        <p className="soft">{t('file.safe')}</p>
      </div>
      <aside aria-label={t('file.help')}>
        <Card title={t('file.help')} className="stack">
          <p>{t('file.helpText', words)}</p>
          <CheckList lines={FIELDS[kind].map((name) => t(`field.${name}`))} />
          <p>
            <Button icon="download" onClick={handleTemplate}>
              {t('file.template')}
            </Button>
          </p>
        </Card>
      </aside>
    </div>
  );
}
