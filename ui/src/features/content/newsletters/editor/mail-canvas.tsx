// The mail in the middle: what stands in every mail, its subject, and its blocks with a place for another one after each.
import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  NewsletterBlock,
  NewsletterBlockType,
  NewsletterLocale,
} from '../../../../api/newsletter-calls.ts';
import { Button } from '../../../../components/actions/button.tsx';
import { MenuButton } from '../../../../components/actions/menu.tsx';
import { classNames } from '../../../../components/class-names.ts';
import { FieldFrame, hintId } from '../../../../components/form/field-frame.tsx';
import { Icon } from '../../../../components/media/icon.tsx';
import { centre } from '../../../../lib/centre/centre.ts';
import { landed, useDrag } from '../../pages/canvas/drag.ts';
import { BLOCK_TYPES, isFull, type MailTexts, textsOf } from '../state/newsletter-document.ts';
import type { NewsletterEditor } from '../state/use-newsletter-editor.ts';
import { EditMailBlock, type MailBlockAction } from './mail-block.tsx';

const LONGEST = 150;
/** A mail program cuts a longer subject off on a phone. */
const LINE_FIELDS = ['subject', 'preheader'] as const;

interface MailCanvasProps {
  editor: NewsletterEditor;
  locale: NewsletterLocale;
  chosen: string | null;
  pictures: Readonly<Record<string, string>>;
  onPicture: (uploadId: string, url: string) => void;
  onTexts: (change: (texts: MailTexts) => MailTexts, field?: string) => void;
  onChoose: (key: string) => void;
  onAdd: (type: NewsletterBlockType, at: number) => void;
  onMove: (key: string, to: number) => void;
  onAct: (key: string, action: MailBlockAction) => void;
  onContent: (key: string, content: NewsletterBlock, field: string) => void;
  onRemoveEnglish: () => void;
}

export function MailCanvas(props: MailCanvasProps) {
  const { editor, locale, chosen, pictures, onPicture, onTexts, onChoose, onAdd, onMove, onAct, onContent } =
    props;
  const { t } = useTranslation('newsletter-edit');
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const texts = textsOf(editor.doc, locale);
  const { blocks } = texts;
  const drag = useDrag(
    () => root.current,
    (key, place) =>
      onMove(
        key,
        landed(
          blocks.findIndex((block) => block.key === key),
          place,
        ),
      ),
  );
  const problemOf = (field: string) => editor.problems[locale === 'en' ? `${field}En` : field];
  const insert = (at: number): ReactNode => {
    const isLast = at === blocks.length;
    const isNear = chosen !== null && [blocks[at - 1]?.key, blocks[at]?.key].includes(chosen);
    return (
      <div className={classNames('insert', isLast ? 'is-last' : 'is-resting', isNear && 'is-near')}>
        <MenuButton
          label={isLast ? t('add.last') : t('add.after', { number: at })}
          className="button"
          entries={BLOCK_TYPES.map((type) => ({
            label: t(`block.${type}`),
            hint: t(`blockHint.${type}`),
            onSelect: () => onAdd(type, at),
          }))}
        >
          <Icon name="plus" />
          {t('add.label')}
        </MenuButton>
      </div>
    );
  };
  return (
    <div className="canvas is-mail" ref={root}>
      <div className="canvas-frame">
        <b>{centre.value?.name}</b>
        <span>{t('frame')}</span>
      </div>
      {locale === 'en' ? (
        <div className="mail-language">
          <p className="soft">{t('english.writing')}</p>
          <Button small variant="quiet" icon="trash" onClick={props.onRemoveEnglish}>
            {t('english.remove')}
          </Button>
        </div>
      ) : null}
      <div className="mail-subject">
        {LINE_FIELDS.map((field) => (
          <FieldFrame
            key={field}
            id={`${id}-${field}`}
            label={t(`field.${field}`)}
            hint={field === 'preheader' ? t('field.preheaderHint') : undefined}
            error={problemOf(field)}
            required={field === 'subject'}
          >
            <input
              className="input"
              id={`${id}-${field}`}
              lang={locale}
              value={texts[field]}
              maxLength={LONGEST}
              aria-invalid={problemOf(field) ? true : undefined}
              aria-describedby={field === 'preheader' ? hintId(`${id}-${field}`) : undefined}
              onChange={(event) => onTexts((now) => ({ ...now, [field]: event.target.value }), field)}
            />
          </FieldFrame>
        ))}
      </div>
      {blocks.map((block, at) => (
        <div key={block.key} className="canvas-row">
          {drag.moving !== null && drag.place === at ? (
            <div className="drop-line" aria-hidden="true" />
          ) : null}
          <EditMailBlock
            block={block}
            locale={locale}
            number={at + 1}
            count={blocks.length}
            isChosen={chosen === block.key}
            isMoving={drag.moving === block.key}
            problems={editor.problems}
            pictures={pictures}
            grip={drag.grip(block.key)}
            onChoose={() => onChoose(block.key)}
            onMove={(by) => onMove(block.key, at + by)}
            onAct={(action) => onAct(block.key, action)}
            onPicture={onPicture}
            onChange={(content, field) => onContent(block.key, content, field)}
          />
          {at < blocks.length - 1 && !isFull(texts) ? insert(at + 1) : null}
        </div>
      ))}
      {drag.moving !== null && drag.place === blocks.length ? (
        <div className="drop-line" aria-hidden="true" />
      ) : null}
      {blocks.length === 0 ? (
        <p className="canvas-empty">
          <Icon name="mail" />
          {t('empty')}
        </p>
      ) : null}
      {isFull(texts) ? <p className="mail-full soft">{t('add.full')}</p> : insert(blocks.length)}
      <div className="mail-fixed">
        <p>{t('fixed.why')}</p>
        <p>{t('fixed.always')}</p>
      </div>
    </div>
  );
}
