// Whether everything can be read: the pairs of colours that the site uses, with for one that fails the nearest colour
// that works, and one press to take it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColourPair, ThemePreview } from '../../../api/calls.ts';
import { fieldOf } from '../../../api/field-names.ts';
import { Button } from '../../../components/actions/button.tsx';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { useForm } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { formatNumber } from '../../../lib/locale/time.ts';
import { writeShades } from './theme-form.ts';

/** Besides those that fail, the pairs that a visitor meets first. */
const FIRST_MET = [
  'text on background',
  'link on surface',
  'on-action on action',
  'on-band on band',
  'action on on-action',
];

const nameOf = ({ foregroundRole, backgroundRole }: ColourPair): string =>
  `${foregroundRole} on ${backgroundRole}`;

export function ContrastCard({ preview }: { preview: ThemePreview | null }) {
  const { t } = useTranslation('settings-design');
  const [isAll, setIsAll] = useState(false);
  if (!preview) return null;
  const failing = preview.pairs.filter((pair) => !pair.isEnough);
  const shown = isAll
    ? preview.pairs
    : [...failing, ...preview.pairs.filter((pair) => pair.isEnough && FIRST_MET.includes(nameOf(pair)))];
  return (
    <Card title={t('contrast.title')} className="contrast-card">
      <p className="hint">{t('contrast.hint')}</p>
      <p role="status">
        <StatusBadge tone={failing.length > 0 ? 'danger' : 'success'}>
          {failing.length > 0 ? t('contrast.failing', { count: failing.length }) : t('contrast.fine')}
        </StatusBadge>
      </p>
      <ul className="contrast-list">
        {shown.map((pair) => (
          <PairLine key={`${pair.mode}-${nameOf(pair)}`} pair={pair} />
        ))}
      </ul>
      <Button variant="quiet" small onClick={() => setIsAll(!isAll)}>
        {isAll ? t('contrast.fewer') : t('contrast.all', { count: preview.pairs.length })}
      </Button>
    </Card>
  );
}

function PairLine({ pair }: { pair: ColourPair }) {
  const { t } = useTranslation('settings-design');
  const form = useForm();
  const { advice, mode, foreground, background } = pair;
  const role = (name: string): string => serverWords(t)(`role.${name}`);
  const ratio = formatNumber(pair.ratio, { maximumFractionDigits: 1 });

  function take() {
    if (!advice) return;
    const { field, value } = advice;
    form.set(fieldOf(field), typeof value === 'string' ? value : writeShades(value));
  }

  return (
    <li>
      <span className="contrast-sample" style={{ background, color: foreground }} aria-hidden="true" />
      <span>
        <b>
          {t('contrast.pair', {
            foreground: role(pair.foregroundRole),
            background: role(pair.backgroundRole),
          })}
        </b>
        <small>
          {t(`mode.${mode}`)}
          {pair.isEnough ? null : ` – ${t('contrast.needed', { needed: formatNumber(pair.needed) })}`}
        </small>
        {advice ? (
          <Button small onClick={take} className="advice">
            <span className="advice-colour" style={{ background: advice.color }} aria-hidden="true" />
            {t('contrast.take', {
              color: advice.color,
              ratio: formatNumber(advice.ratio, { maximumFractionDigits: 1 }),
            })}
          </Button>
        ) : null}
      </span>
      <StatusBadge tone={pair.isEnough ? 'success' : 'danger'}>{ratio}</StatusBadge>
    </li>
  );
}
