// The centre's settings: where each of them is, and the rules: who may apply how, from which
// age without a parent, and what happens without an answer.

import { useTranslation } from 'react-i18next';
import type { VolunteerCenter } from '../../api/schema.d.ts';
import '../../components/layout/stepper.css';
import { AppLink } from '../../components/actions/app-link.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { FormCard } from '../../components/layout/card.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { centre } from '../../lib/centre/centre.ts';
import { CheckGraceCard, CLOCK_STEPS, ClockCard } from './clock-card.tsx';
import { PoolSharing } from './pool-sharing.tsx';
import { ConflictNotice, HistoryCard } from './setting-parts.tsx';
import { openScreens, SettingsFrame } from './settings-frame.tsx';
import { type Setting, useSetting } from './use-setting.ts';

const PATH = '/instellingen';
const FIELDS = [
  'minimumAge',
  'allowGuestApplications',
  'reviewVacancies',
  'checkGraceDays',
  ...CLOCK_STEPS,
] as const;
const FORM_NAME = 'settings';
const AGES = ['16', '17', '18'] as const;

const toForm = (found: VolunteerCenter): FormValue => ({
  minimumAge: String(found.minimumAge ?? 16),
  allowGuestApplications: found.allowGuestApplications ?? true,
  reviewVacancies: found.reviewVacancies ?? true,
  checkGraceDays: found.checkGraceDays,
  ...Object.fromEntries(CLOCK_STEPS.map((name) => [name, found[name]])),
});

export default function SettingsPage() {
  const { t } = useTranslation('settings');
  const setting = useSetting('volunteer_centers', centre.value?.id ?? null, FORM_NAME);
  const { found } = setting;
  return (
    <SettingsFrame current={PATH} title={t('title')} description={t('description')}>
      <div className="narrow stack">
        <SettingsIndex />
        {found ? (
          <>
            {setting.hasConflict ? <ConflictNotice onReload={() => void setting.reload()} /> : null}
            <Editing key={`${found.id}-${setting.round}`} found={found} setting={setting} />
            <PoolSharing />
            <HistoryCard
              type="volunteer_centers"
              id={found.id}
              fields={FIELDS}
              round={setting.round}
              onRestored={() => void setting.reload()}
            />
          </>
        ) : (
          <RowSkeletons count={5} />
        )}
      </div>
    </SettingsFrame>
  );
}

/** Where everything else is, with what each screen is for. */
function SettingsIndex() {
  const { t } = useTranslation('settings');
  return (
    <ul className="settings-index">
      {openScreens()
        .filter(({ path }) => path !== PATH)
        .map(({ key, path, icon }) => (
          <li key={path}>
            <AppLink href={path} className="card">
              <Icon name={icon} />
              <span>
                <b>{t(`nav.${key}`)}</b>
                <small>{t(`index.${key}`)}</small>
              </span>
            </AppLink>
          </li>
        ))}
    </ul>
  );
}

interface EditingProps {
  found: VolunteerCenter;
  setting: Setting<'volunteer_centers'>;
}

function Editing({ found, setting }: EditingProps) {
  const { t } = useTranslation('settings');
  const handleSubmit = (value: FormValue) =>
    setting.save({
      ...value,
      minimumAge: Number(value.minimumAge),
      checkGraceDays: Number(value.checkGraceDays),
      ...Object.fromEntries(CLOCK_STEPS.map((name) => [name, Number(value[name])])),
    });

  return (
    <Form
      of="volunteer_centers"
      value={toForm(found)}
      onUnsaved={setting.onUnsaved}
      onSubmit={handleSubmit}
      label={t('title')}
    >
      <FormCard title={t('young.title')}>
        <Field
          name="minimumAge"
          kind="radio"
          label={t('young.age')}
          hint={t('young.hint')}
          // What is chosen is the text of a choice; it is sent as a number.
          rules={{ required: true, type: 'string' }}
          choices={AGES.map((age) => ({ value: age, label: t('young.years', { age }) }))}
        />
      </FormCard>
      <FormCard title={t('rules.title')}>
        <Field
          name="allowGuestApplications"
          kind="checkbox"
          label={t('rules.guests')}
          hint={t('rules.guestsHint')}
        />
        <Field
          name="reviewVacancies"
          kind="checkbox"
          label={t('rules.review')}
          hint={t('rules.reviewHint')}
        />
      </FormCard>
      <ClockCard />
      <CheckGraceCard />
      <SubmitButton large>{t('saveOf.rules')}</SubmitButton>
    </Form>
  );
}
