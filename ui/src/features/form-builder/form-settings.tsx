// The settings of a form: who may fill it in, until when, and what happens with the answers.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormHandler } from '../../api/form-data.ts';
import { useResourceList } from '../../api/hooks.ts';
import { Card } from '../../components/layout/card.tsx';
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
  return (
    <Card title={t('settings.title')} className="stack">
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
      <ThanksPage id={`${id}-page`} value={form.thanksPageId} onChange={onChange} />
      <div className="builder-pair">
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
        <TextInput
          id={`${id}-most`}
          type="number"
          label={t('settings.most')}
          value={form.mostSubmissions}
          onChange={(mostSubmissions) => onChange({ mostSubmissions })}
        />
        <TextInput
          id={`${id}-kept`}
          type="number"
          label={t('settings.kept')}
          value={form.retentionMonths}
          onChange={(retentionMonths) => onChange({ retentionMonths })}
        />
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
      </div>
      <label className="choice">
        <input
          type="checkbox"
          checked={form.sendsReceipt}
          onChange={(event) => onChange({ sendsReceipt: event.target.checked })}
        />
        <span>{t('settings.receipt')}</span>
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
    </Card>
  );
}

interface ThanksPageProps {
  id: string;
  value: string;
  onChange: (change: Partial<EditedForm>) => void;
}

/** A published page to which somebody is led after sending; without one a text is shown. */
function ThanksPage({ id, value, onChange }: ThanksPageProps) {
  const { t } = useTranslation('form-builder');
  const { items } = useResourceList('published_pages', { sort: 'title', page: { size: 100 } });
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
