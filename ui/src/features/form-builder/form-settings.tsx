// The settings of a form: who may fill it in, until when, and what happens with the answers.
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormHandler } from '../../api/form-data.ts';
import { useResourceList } from '../../api/hooks.ts';
import type { PublishedPage } from '../../api/schema.d.ts';
import { Card } from '../../components/layout/card.tsx';
import { formatDate } from '../../lib/locale/time.ts';
import type { EditedForm } from './form-state.ts';
import { TextInput } from './question-editor.tsx';

interface SettingsProps {
  form: EditedForm;
  handlers: readonly FormHandler[];
  mayHide: boolean;
  onChange: (change: Partial<EditedForm>) => void;
}

export function FormSettings({ form, handlers, mayHide, onChange }: SettingsProps) {
  const { t } = useTranslation('form-builder');
  const id = useId();
  const pages = useResourceList('published_pages', { sort: 'title', page: { size: 100 } }).items;
  const owner = handlers.find((person) => person.id === form.ownerId)?.name ?? t('settings.everyone');
  const day = (date: string) => (date ? formatDate(date) : '');
  const thanks = pages.find(({ pageId }) => pageId === form.thanksPageId)?.title || form.thanks;
  return (
    <Card title={t('settings.title')}>
      <Row label={t('settings.access')} value={t(`settings.${form.accessPermission}`)}>
        <div className="field">
          <label htmlFor={`${id}-access`}>{t('settings.access')}</label>
          <select
            id={`${id}-access`}
            className="select"
            value={form.accessPermission}
            onChange={(event) =>
              onChange({
                accessPermission: event.target.value === 'token_holder' ? 'token_holder' : 'anonymous',
              })
            }
          >
            <option value="anonymous">{t('settings.anonymous')}</option>
            <option value="token_holder">{t('settings.token_holder')}</option>
          </select>
        </div>
      </Row>
      <Row
        label={t('settings.open')}
        value={
          form.opensOn || form.closesOn
            ? t(
                form.opensOn ? (form.closesOn ? 'settings.between' : 'settings.since') : 'settings.untilDay',
                { from: day(form.opensOn), until: day(form.closesOn) },
              )
            : t('settings.always')
        }
      >
        <TextInput
          id={`${id}-from`}
          type="date"
          label={t('settings.opensOn')}
          value={form.opensOn}
          onChange={(opensOn) => onChange({ opensOn })}
        />
        <TextInput
          id={`${id}-until`}
          type="date"
          label={t('settings.closesOn')}
          value={form.closesOn}
          onChange={(closesOn) => onChange({ closesOn })}
        />
      </Row>
      <Row label={t('settings.mostShort')} value={form.mostSubmissions || t('settings.noMost')}>
        <TextInput
          id={`${id}-most`}
          type="number"
          label={t('settings.most')}
          value={form.mostSubmissions}
          onChange={(mostSubmissions) => onChange({ mostSubmissions })}
        />
      </Row>
      <Row label={t('settings.after')} value={thanks || t('settings.thanksUsual')}>
        <ThanksPage id={`${id}-page`} value={form.thanksPageId} items={pages} onChange={onChange} />
        <TextInput
          id={`${id}-thanks`}
          isLong
          most={1000}
          label={t('settings.thanks')}
          value={form.thanks}
          onChange={(thanks) => onChange({ thanks })}
        />
        <TextInput
          id={`${id}-thanks-en`}
          isLong
          most={1000}
          label={t('settings.thanksEn')}
          value={form.thanksEn}
          onChange={(thanksEn) => onChange({ thanksEn })}
        />
      </Row>
      <Row
        label={t('settings.receiptShort')}
        value={t(form.sendsReceipt ? 'settings.receiptOn' : 'settings.receiptOff')}
      >
        <label className="choice">
          <input
            type="checkbox"
            checked={form.sendsReceipt}
            onChange={(event) => onChange({ sendsReceipt: event.target.checked })}
          />
          <span>{t('settings.receipt')}</span>
        </label>
      </Row>
      <Row label={t('settings.owner')} value={owner}>
        <div className="field">
          <label htmlFor={`${id}-owner`}>{t('settings.owner')}</label>
          <select
            id={`${id}-owner`}
            className="select"
            value={form.ownerId}
            onChange={(event) => onChange({ ownerId: event.target.value })}
          >
            <option value="">{t('settings.everyone')}</option>
            {handlers.map((person) => (
              <option key={person.id} value={person.id}>
                {person.name}
              </option>
            ))}
          </select>
        </div>
      </Row>
      <Row
        label={t('settings.keptShort')}
        value={
          form.erasesAfterClose && form.closesOn
            ? t('settings.untilClose', { day: day(form.closesOn) })
            : t('settings.months', { count: Number(form.retentionMonths) || 0 })
        }
      >
        <TextInput
          id={`${id}-kept`}
          type="number"
          label={t('settings.kept')}
          value={form.retentionMonths}
          onChange={(retentionMonths) => onChange({ retentionMonths })}
        />
        <label className="choice">
          <input
            type="checkbox"
            checked={form.erasesAfterClose}
            onChange={(event) => onChange({ erasesAfterClose: event.target.checked })}
          />
          <span>
            {t('settings.erases')}
            <span className="hint">{t('settings.erasesHint')}</span>
          </span>
        </label>
        {mayHide ? (
          <label className="choice">
            <input
              type="checkbox"
              checked={form.confidential}
              onChange={(event) => onChange({ confidential: event.target.checked })}
            />
            <span>{t('settings.confidential')}</span>
          </label>
        ) : null}
      </Row>
    </Card>
  );
}

/** What is set, in a line; its controls when somebody changes it. */
function Row({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  const { t } = useTranslation('form-builder');
  return (
    <details className="setting-row">
      <summary>
        <span>
          <small>{label}</small>
          <b>{value}</b>
        </span>
        <span className="setting-change">{t('question.edit')}</span>
      </summary>
      <div className="stack">{children}</div>
    </details>
  );
}

interface ThanksPageProps {
  id: string;
  value: string;
  items: readonly PublishedPage[];
  onChange: (change: Partial<EditedForm>) => void;
}

/** A published page to which somebody is led after sending; without one a text is shown. */
function ThanksPage({ id, value, items, onChange }: ThanksPageProps) {
  const { t } = useTranslation('form-builder');
  const isKnown = value === '' || items.some(({ pageId }) => pageId === value);
  return (
    <div className="field">
      <label htmlFor={id}>{t('settings.thanksPage')}</label>
      <p className="hint" id={`${id}-hint`}>
        {t('settings.thanksPageHint')}
      </p>
      <select
        id={id}
        className="select"
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={(event) => onChange({ thanksPageId: event.target.value })}
      >
        <option value="">{t('settings.thanksText')}</option>
        {isKnown ? null : <option value={value}>{t('settings.thanksOffline')}</option>}
        {items.map(({ pageId, title, locale }) => (
          <option key={pageId} value={pageId} lang={locale}>
            {locale === 'en' ? `${title} (EN)` : title}
          </option>
        ))}
      </select>
    </div>
  );
}
