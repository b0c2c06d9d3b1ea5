// A new activity begins with a template or an earlier activity; and one that is there is kept as a template.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaded } from '../../../api/hooks.ts';
import { readResource } from '../../../api/requests.ts';
import type { Activity } from '../../../api/schema.d.ts';
import { Button } from '../../../components/actions/button.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { SaveTemplateDialog, StartDialog } from '../../../components/form/template-dialogs.tsx';
import { dropTemplate, loadStartingPoints, saveTemplate } from './activity-form.store.ts';
import { contentToForm, ownerOf, toForm, withoutDates } from './activity-form-values.ts';

interface StartingPointProps {
  /** Whose: null is the centre itself. Asked when it is opened. */
  organizationOf: () => string | null;
  onStart: (content: FormValue) => void;
}

export function StartingPoint({ organizationOf, onStart }: StartingPointProps) {
  const { t } = useTranslation('activity-form');
  const [of, setOf] = useState<{ organizationId: string | null } | null>(null);
  return (
    <details className="card starting-points">
      <summary>{t('start.title')}</summary>
      <p>{t('start.text')}</p>
      <Button icon="copy" onClick={() => setOf({ organizationId: organizationOf() })}>
        {t('start.choose')}
      </Button>
      {of ? (
        <ChooseStart organizationId={of.organizationId} onStart={onStart} onClose={() => setOf(null)} />
      ) : null}
    </details>
  );
}

interface ChooseStartProps {
  organizationId: string | null;
  onStart: (content: FormValue) => void;
  onClose: () => void;
}

function ChooseStart({ organizationId, onStart, onClose }: ChooseStartProps) {
  const { t } = useTranslation('activity-form');
  const { data, status, refresh } = useLoaded(`activity-starts:${organizationId ?? 'centre'}`, () =>
    loadStartingPoints(organizationId),
  );
  return (
    <StartDialog
      words={{
        title: t('start.chooseTitle'),
        templates: t('start.templates'),
        earlier: t('start.earlier'),
        none: t('start.none'),
        failed: t('start.failed'),
        drop: (name) => t('start.drop', { name }),
      }}
      templates={data?.templates ?? null}
      earlier={data?.activities.map(({ id, title }) => ({ id, name: title })) ?? []}
      isFailed={status === 'error'}
      onTemplate={({ content }) => onStart(contentToForm(content))}
      onEarlier={async (id) => onStart(withoutDates(toForm(await readResource('activities', id))))}
      onDrop={async (id) => {
        await dropTemplate(id);
        await refresh();
      }}
      onClose={onClose}
    />
  );
}

/** Below the last step. */
export function KeepAsTemplate({ activity, value }: { activity: Activity; value: FormValue }) {
  const { t } = useTranslation('activity-form');
  const [isNaming, setIsNaming] = useState(false);
  return (
    <p>
      <Button variant="quiet" icon="copy" onClick={() => setIsNaming(true)}>
        {t('template.save')}
      </Button>
      {isNaming ? (
        <SaveTemplateDialog
          of="activity_templates"
          words={{
            title: t('template.save'),
            text: t('template.text'),
            name: t('template.name'),
            confirm: t('template.confirm'),
            saved: t('template.saved'),
            savedText: t('template.savedText'),
          }}
          name={activity.title.slice(0, 100)}
          onSave={(name) => saveTemplate(ownerOf(value), name, value)}
          onClose={() => setIsNaming(false)}
        />
      ) : null}
    </p>
  );
}
