// One block of a newsletter: as it reads; pressed it opens, with its tools above it and what can be written in it.
import { useTranslation } from 'react-i18next';
import type { NewsletterBlock, NewsletterLocale } from '../../../../api/newsletter-calls.ts';
import { classNames } from '../../../../components/class-names.ts';
import { StatusBadge } from '../../../../components/content/badge.tsx';
import { pictureOf } from '../../../../lib/pictures/picture-url.ts';
import { BlockBar, type GripHandlers } from '../../pages/canvas/block-bar.tsx';
import { firstWords, type MailBlock } from '../state/newsletter-document.ts';
import { BlockFields } from './block-fields.tsx';
import { MailText } from './mail-text.tsx';

export type MailBlockAction = 'duplicate' | 'remove';

interface MailBlockProps {
  block: MailBlock;
  locale: NewsletterLocale;
  number: number;
  count: number;
  isChosen: boolean;
  isMoving: boolean;
  problems: Readonly<Record<string, string>>;
  pictures: Readonly<Record<string, string>>;
  grip: GripHandlers;
  onChoose: () => void;
  onMove: (by: -1 | 1) => void;
  onAct: (action: MailBlockAction) => void;
  onPicture: (uploadId: string, url: string) => void;
  onChange: (content: NewsletterBlock, field: string) => void;
}

export function EditMailBlock(props: MailBlockProps) {
  const { block, locale, number, count, isChosen, isMoving, problems, pictures, grip } = props;
  const { onChoose, onMove, onAct, onPicture, onChange } = props;
  const { t } = useTranslation(['newsletter-edit', 'content-pages']);
  const { key, content } = block;
  const name = t(`block.${content.type}`);
  const words = firstWords(content);
  const label = t('content-pages:block.label', { number, total: count, name });
  const problem = Object.entries(problems).find(([field]) => field.startsWith(`${key}.`))?.[1];
  const duplicate = {
    label: t('content-pages:action.duplicate'),
    icon: 'copy',
    onSelect: () => onAct('duplicate'),
  } as const;
  const remove = {
    label: t('content-pages:action.remove'),
    icon: 'trash',
    onSelect: () => onAct('remove'),
  } as const;
  return (
    <section
      className={classNames('edit-block', isChosen && 'is-chosen', isMoving && 'is-moving')}
      aria-label={isChosen ? t('content-pages:block.chosen', { label }) : label}
      data-drag={key}
    >
      {isChosen ? (
        <BlockBar
          name={name}
          number={number}
          count={count}
          grip={grip}
          onMove={onMove}
          tools={[{ ...remove, className: 'is-danger' }]}
          entries={[duplicate, { ...remove, danger: true, apart: true }]}
        />
      ) : null}
      {problem && !isChosen ? (
        <p className="block-problem">
          <StatusBadge tone="danger">{problem}</StatusBadge>
        </p>
      ) : null}
      <div className="block-content">
        {isChosen ? (
          <BlockFields
            block={block}
            locale={locale}
            problems={problems}
            pictures={pictures}
            onPicture={onPicture}
            onChange={onChange}
          />
        ) : (
          <div lang={locale} inert>
            <Shown content={content} pictures={pictures} />
          </div>
        )}
      </div>
      {isChosen ? null : (
        <button
          type="button"
          className="block-choose"
          aria-label={t('content-pages:block.chooseOf', { name, number, words: words ? `: ${words}` : '' })}
          onClick={onChoose}
        />
      )}
    </section>
  );
}

function Shown({
  content,
  pictures,
}: {
  content: NewsletterBlock;
  pictures: Readonly<Record<string, string>>;
}) {
  const { t } = useTranslation(['newsletter-edit', 'content-pages']);
  const empty = (
    <p className="soft">{t('content-pages:block.empty', { name: t(`block.${content.type}`) })}</p>
  );
  switch (content.type) {
    case 'heading':
      return content.title ? <h2>{content.title}</h2> : empty;
    case 'text':
      return content.text.trim() ? <MailText text={content.text} /> : empty;
    case 'picture': {
      const url = pictures[content.uploadId];
      return url ? (
        <img className="mail-picture" {...pictureOf(url)} sizes="600px" alt={content.alt} />
      ) : (
        empty
      );
    }
    case 'vacancies':
    case 'activities':
      return (
        <>
          {content.title ? <h2>{content.title}</h2> : null}
          <p className="soft small">{t(`fills.${content.type}`)}</p>
          <div className="mail-cards" aria-hidden="true">
            {[1, 2, 3].map((each) => (
              <span key={each} className="mail-card" />
            ))}
          </div>
        </>
      );
    case 'call':
      return content.title || content.label ? (
        <div className="mail-call">
          {content.title ? <h2>{content.title}</h2> : null}
          {content.text ? <MailText text={content.text} /> : null}
          {content.label ? <span className="button is-primary">{content.label}</span> : null}
        </div>
      ) : (
        empty
      );
  }
}
