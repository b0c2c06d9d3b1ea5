// What a centre looks at before it decides (docs/domain/ground-rules.md). Ticks are kept on this device until the decision.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Organization } from '../../../api/schema.d.ts';
import { PanelSection } from '../../../components/work-list/panel-parts.tsx';
import { readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';

const POINTS = ['registered', 'notForProfit', 'inArea', 'contact', 'insured', 'notAPerson'] as const;

export function Checklist({ organization: { id } }: { organization: Organization }) {
  const { t } = useTranslation('organization-review');
  const draft = `organizations/${id}/checklist`;
  const [ticked, setTicked] = useState<readonly string[]>(() => readDraft<string[]>(draft) ?? []);

  function toggle(point: string) {
    const next = ticked.includes(point) ? ticked.filter((each) => each !== point) : [...ticked, point];
    setTicked(next);
    saveDraft(draft, next);
  }

  return (
    <PanelSection title={t('check.title', { done: ticked.length, total: POINTS.length })}>
      {POINTS.map((point) => (
        <label className="choice" key={point}>
          <input type="checkbox" checked={ticked.includes(point)} onChange={() => toggle(point)} />
          <span>{t(`check.${point}`)}</span>
        </label>
      ))}
    </PanelSection>
  );
}
