// Which cards are shown, and in which order: ticks and buttons, so that a keyboard does all of it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../components/actions/button.tsx';
import { Icon } from '../../components/media/icon.tsx';
import '../../components/table/table-tools.css';
import { serverWords } from '../../lib/locale/server-words.ts';
import { type ArrangedCard, allShown, movedCard, neighbourOf, toggledCard } from './cards.ts';

interface CardChoiceProps {
  cards: readonly ArrangedCard[];
  onChange: (cards: readonly ArrangedCard[]) => void;
}

export function CardChoice({ cards, onChange }: CardChoiceProps) {
  const { t } = useTranslation('dashboard');
  const words = serverWords(t);
  const [said, setSaid] = useState('');
  const hidden = cards.filter(({ isHidden }) => isHidden).length;
  const move = (key: string, by: 1 | -1): void => {
    const next = movedCard(cards, key, by);
    onChange(next);
    const among = next.filter(({ place }) => place === cards.find((card) => card.key === key)?.place);
    setSaid(
      t('cards.moved', {
        name: words(`cards.name.${key}`),
        position: among.findIndex((card) => card.key === key) + 1,
        total: among.length,
      }),
    );
  };
  return (
    <details className="column-choice card-choice">
      <summary className="button">
        <Icon name="columns" />
        {t('cards.choose')}
      </summary>
      <div className="popover">
        <fieldset>
          <legend>{t('cards.legend')}</legend>
          <ul className="card-choices">
            {cards.map(({ key, isHidden }) => {
              const name = words(`cards.name.${key}`);
              return (
                <li key={key}>
                  <label className="choice">
                    <input
                      type="checkbox"
                      checked={!isHidden}
                      onChange={() => onChange(toggledCard(cards, key))}
                    />
                    {name}
                  </label>
                  <IconButton
                    icon="sort-up"
                    label={t('cards.up', { name })}
                    aria-disabled={neighbourOf(cards, key, -1) === undefined}
                    onClick={() => move(key, -1)}
                  />
                  <IconButton
                    icon="sort"
                    label={t('cards.down', { name })}
                    aria-disabled={neighbourOf(cards, key, 1) === undefined}
                    onClick={() => move(key, 1)}
                  />
                </li>
              );
            })}
          </ul>
        </fieldset>
        <p className="visually-hidden" role="status">
          {said}
        </p>
        {hidden > 0 ? (
          <Button small icon="eye" onClick={() => onChange(allShown(cards))}>
            {t('cards.showAll', { count: hidden })}
          </Button>
        ) : null}
      </div>
    </details>
  );
}
