// On paper: the letter with what was arranged, and the card by which the desk finds somebody again.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskPerson } from '../../api/desk-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { ConfirmDialog } from '../../components/feedback/dialog.tsx';
import { Card } from '../../components/layout/card.tsx';
import { showError } from '../../lib/feedback/errors.ts';
import { language } from '../../lib/locale/language.ts';
import { makeCard, openPaper, type Paper } from './desk.store.ts';

const LANGUAGES = ['nl', 'en'] as const;

export function PaperButtons({ person }: { person: DeskPerson }) {
  const { t } = useTranslation(['desk', 'components']);
  const [locale, setLocale] = useState<string>(language.value);
  const [busy, setBusy] = useState<Paper | null>(null);
  const [isLost, setIsLost] = useState(false);
  const id = useId();
  const name = person.firstName;

  async function handlePrint(paper: Paper, isNew: boolean) {
    // Opened by the press itself: a tab that comes later is blocked.
    const tab = window.open('', '_blank');
    setBusy(paper);
    try {
      if (paper === 'card' && isNew) await makeCard(person.id);
      await openPaper(person.id, paper, locale, tab);
    } catch (error) {
      tab?.close();
      showError(error);
    } finally {
      setBusy(null);
    }
  }

  return (
    <Card title={t('paper.title')} className="desk-papers">
      <div className="field">
        <label htmlFor={id}>{t('paper.language')}</label>
        <select id={id} className="select" value={locale} onChange={(event) => setLocale(event.target.value)}>
          {LANGUAGES.map((each) => (
            <option key={each} value={each}>
              {t(`paper.${each}`)}
            </option>
          ))}
        </select>
      </div>
      <Button wide icon="print" busy={busy === 'letter'} onClick={() => void handlePrint('letter', false)}>
        {t('paper.letter')}
      </Button>
      <p className="hint">{t('paper.letterHint', { name })}</p>
      <Button wide icon="qr" busy={busy === 'card'} onClick={() => void handlePrint('card', !person.hasCard)}>
        {t('paper.card')}
      </Button>
      <p className="hint">{t('paper.cardHint', { name })}</p>
      {person.hasCard ? (
        <Button variant="quiet" onClick={() => setIsLost(true)}>
          {t('paper.lost')}
        </Button>
      ) : null}
      <ConfirmDialog
        open={isLost}
        title={t('paper.lostTitle', { name })}
        confirmLabel={t('paper.lostConfirm')}
        onConfirm={() => {
          setIsLost(false);
          void handlePrint('card', true);
        }}
        onCancel={() => setIsLost(false)}
      >
        <p>{t('paper.lostText')}</p>
      </ConfirmDialog>
    </Card>
  );
}
