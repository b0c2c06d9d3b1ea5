// What can be written in a chosen block.
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewsletterBlock, NewsletterLocale } from '../../../../api/newsletter-calls.ts';
import { Button } from '../../../../components/actions/button.tsx';
import { FieldError, FieldFrame, hintId } from '../../../../components/form/field-frame.tsx';
import { type FieldHandle, MailField } from '../../../../components/mail/mail-field.tsx';
import { type Picture, PictureValue } from '../../pages/fields/picture-value.tsx';
import { FIRST_NAME, type MailBlock } from '../state/newsletter-document.ts';

const KNOWN: ReadonlySet<string> = new Set([FIRST_NAME]);

interface BlockFieldsProps {
  block: MailBlock;
  locale: NewsletterLocale;
  problems: Readonly<Record<string, string>>;
  /** Addresses of pictures by the id of their upload. */
  pictures: Readonly<Record<string, string>>;
  onPicture: (uploadId: string, url: string) => void;
  /** What is typed in one `field` without a pause is one step. */
  onChange: (content: NewsletterBlock, field: string) => void;
}

export function BlockFields(props: BlockFieldsProps) {
  const { block, locale, problems, pictures, onPicture, onChange } = props;
  const { t } = useTranslation('newsletter-edit');
  const { key, content } = block;
  const id = (field: string) => `${key}-${field}`;
  const problem = (field: string) => problems[`${key}.${field}`];
  const line = (
    field: string,
    label: string,
    value: string,
    set: (text: string) => NewsletterBlock,
    hint = '',
  ) => (
    <FieldFrame id={id(field)} label={label} hint={hint || undefined} error={problem(field)} required>
      <input
        className="input"
        id={id(field)}
        lang={locale}
        value={value}
        aria-invalid={problem(field) ? true : undefined}
        aria-describedby={hint ? hintId(id(field)) : undefined}
        onChange={(event) => onChange(set(event.target.value), field)}
      />
    </FieldFrame>
  );
  switch (content.type) {
    case 'heading':
      return line('title', t('field.heading'), content.title, (title) => ({ ...content, title }));
    case 'vacancies':
    case 'activities':
      return line(
        'title',
        t('field.heading'),
        content.title,
        (title) => ({ ...content, title }),
        t(`fills.${content.type}`),
      );
    case 'text':
      return (
        <TextField
          id={id('text')}
          locale={locale}
          value={content.text}
          error={problem('text')}
          onChange={(text) => onChange({ ...content, text }, 'text')}
        />
      );
    case 'picture':
      return (
        <PictureValue
          id={id('uploadId')}
          label={t('block.picture')}
          hint=""
          error={problem('uploadId') ?? problem('alt')}
          required
          mayDecorate={false}
          value={pictureOf(content, pictures)}
          onChange={(next) => {
            const { upload_id: uploadId = content.uploadId, url, alt = '' } = next as Picture;
            if (url) onPicture(uploadId, url);
            onChange({ ...content, uploadId, alt }, 'picture');
          }}
        />
      );
    case 'call':
      return (
        <div className="mail-block-fields">
          {line('title', t('field.heading'), content.title, (title) => ({ ...content, title }))}
          <TextField
            id={id('text')}
            locale={locale}
            value={content.text ?? ''}
            error={problem('text')}
            isOptional
            onChange={(text) => onChange({ ...content, text: text || null }, 'text')}
          />
          {line('label', t('field.label'), content.label, (label) => ({ ...content, label }))}
          {line(
            'link',
            t('field.link'),
            content.link,
            (link) => ({ ...content, link: link.trim() }),
            t('field.linkHint'),
          )}
        </div>
      );
  }
}

function pictureOf(
  { uploadId, alt }: Extract<NewsletterBlock, { type: 'picture' }>,
  pictures: Readonly<Record<string, string>>,
): Picture | undefined {
  const url = pictures[uploadId];
  return uploadId === '' || url === undefined ? undefined : { upload_id: uploadId, url, alt };
}

interface TextFieldProps {
  id: string;
  locale: NewsletterLocale;
  value: string;
  error: string | undefined;
  isOptional?: boolean;
  onChange: (text: string) => void;
}

function TextField({ id, locale, value, error, isOptional = false, onChange }: TextFieldProps) {
  const { t } = useTranslation('newsletter-edit');
  const field = useRef<FieldHandle>(null);
  return (
    <MailField
      ref={field}
      id={id}
      kind={isOptional ? 'lines' : 'message'}
      isRequired={!isOptional}
      locale={locale}
      label={t(isOptional ? 'field.optionalText' : 'field.text')}
      hint={isOptional ? undefined : t('field.textHint')}
      value={value}
      known={KNOWN}
      isInvalid={error !== undefined}
      faults={
        error ? (
          <li>
            <FieldError id={id} error={error} />
          </li>
        ) : null
      }
      foot={
        isOptional ? null : (
          <p className="mail-chips">
            {t('chips')}{' '}
            <Button small aria-label={t('insertFirstName')} onClick={() => field.current?.insert(FIRST_NAME)}>
              <span className="slot-chip">{t('firstName')}</span>
            </Button>
          </p>
        )
      }
      onChange={onChange}
    />
  );
}
