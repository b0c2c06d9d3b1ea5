// What is filled in by itself: each placeholder with an example; a press puts it in the text.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailTemplateTexts } from '../../api/template-calls.ts';
import { Card } from '../../components/layout/card.tsx';
import { isSlot, valueName } from '../../components/mail/placeholders.ts';
import { Icon } from '../../components/media/icon.tsx';
import { useSlotWords } from './slot-words.ts';

interface SlotsCardProps {
  stored: MailTemplateTexts;
  onInsert: (piece: string) => void;
}

export function SlotsCard({ stored, onInsert }: SlotsCardProps) {
  const { t } = useTranslation('mail-texts');
  const labelOf = useSlotWords();
  const [inserted, setInserted] = useState('');
  const { placeholders, samples, mandatoryPlaceholders } = stored;
  const slots = placeholders.filter(isSlot);
  const logic = placeholders.filter((each) => !isSlot(each));

  function handleInsert(piece: string, label: string) {
    onInsert(piece);
    setInserted(t('slots.inserted', { label }));
  }

  return (
    <Card title={t('slots.title')} className="mail-slots">
      <p className="soft small">{t('slots.hint')}</p>
      <ul className="slot-list">
        {slots.map((slot) => {
          const label = labelOf(slot);
          const sample = samples[slot];
          const isMandatory = mandatoryPlaceholders.includes(valueName(slot));
          return (
            <li key={slot}>
              <button
                type="button"
                aria-label={
                  isMandatory
                    ? `${t('slots.insert', { label })}, ${t('slots.must')}`
                    : t('slots.insert', { label })
                }
                onClick={() => handleInsert(slot, label)}
              >
                <span className="slot-chip">{label}</span>
                {isMandatory ? (
                  <span className="slot-must">
                    <Icon name="check" /> {t('slots.must')}
                  </span>
                ) : null}
              </button>
              <span className="slot-sample">
                <code>{slot}</code>
                {sample ? <span lang={stored.locale}>{sample}</span> : null}
              </span>
            </li>
          );
        })}
      </ul>
      {logic.length > 0 ? (
        <details className="slot-logic">
          <summary>{t('slots.logic', { count: logic.length })}</summary>
          <p className="hint">{t('slots.logicHint')}</p>
          <ul>
            {logic.map((each) => (
              <li key={each}>
                <button
                  type="button"
                  aria-label={t('slots.insert', { label: each })}
                  onClick={() => handleInsert(each, each)}
                >
                  <code>{each}</code>
                </button>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <p className="visually-hidden" role="status">
        {inserted}
      </p>
    </Card>
  );
}
