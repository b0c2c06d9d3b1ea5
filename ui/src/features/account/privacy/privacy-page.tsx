// A copy of everything, what I agreed to, where I am signed in, what happened with my details, what is known of me and
// why, and the way out (docs/domain/retention.md#copy-of-ones-data).
import { useTranslation } from 'react-i18next';
import '../../../components/table/data-table.css';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { Breakable } from '../../../components/content/breakable.tsx';
import { Sentence } from '../../../components/content/sentence.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { appName, centre } from '../../../lib/centre/centre.ts';
import { guardianWaiting, impersonation } from '../../../lib/session/session.ts';
import { AccountFrame } from '../account-frame.tsx';
import { OwnOnly } from '../own-only.tsx';
import { SettingsDevices } from '../settings/settings-devices.tsx';
import { PrivacyTrail } from './privacy-audit-log.tsx';
import { PrivacyConsents } from './privacy-consents.tsx';
import { PrivacyCopy } from './privacy-copy.tsx';
import { PrivacyGuardian } from './privacy-guardian.tsx';
import { RETAINED_DATA } from './retention-list.ts';
import '../../../components/table/table-tools.css';

export default function PrivacyPage() {
  const { t } = useTranslation('account-privacy');
  // Exporting data and deleting the account are not offered before a parent has given consent.
  const isFree = guardianWaiting.value === null;
  return (
    <AccountFrame
      current="/account/privacy"
      title={t('title')}
      description={t('description', { centre: appName.value })}
    >
      <PrivacyGuardian />
      {isFree ? (
        <OwnOnly title={t('copy.title')}>
          <PrivacyCopy />
        </OwnOnly>
      ) : null}
      <PrivacyConsents />
      <SettingsDevices />
      <PrivacyTrail />
      <KeptTable />
      {isFree && !impersonation.value ? (
        <Card title={t('leave.title')} className="stack">
          <p>{t('leave.text')}</p>
          <ButtonLink icon="trash" href="/account/verwijderen">
            {t('leave.link')}
          </ButtonLink>
        </Card>
      ) : null}
    </AccountFrame>
  );
}

function KeptTable() {
  const { t } = useTranslation('account-privacy');
  const mail = centre.value?.email;
  return (
    <Card title={t('kept.title')} className="stack">
      <p>{t('kept.text', { centre: appName.value })}</p>
      <table className="kept-table">
        <caption className="visually-hidden">{t('kept.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('kept.what')}</th>
            <th scope="col">{t('kept.why')}</th>
            <th scope="col">{t('kept.long')}</th>
          </tr>
        </thead>
        <tbody>
          {RETAINED_DATA.map(({ key, ground }) => (
            <tr key={key}>
              <th scope="row">{t(`kept.${key}.what`)}</th>
              <td data-label={t('kept.why')}>
                <p>{t(`kept.${key}.why`)}</p>
                <p className="soft small">{t(`ground.${ground}`)}</p>
              </td>
              <td data-label={t('kept.long')}>{t(`kept.${key}.long`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t('kept.rights')}</p>
      {mail ? (
        <p>
          <Sentence sentence={(email) => t('kept.questions', { email })}>
            <a href={`mailto:${mail}`}>
              <Breakable>{mail}</Breakable>
            </a>
          </Sentence>
        </p>
      ) : null}
      <p className="soft">{t('kept.complaint')}</p>
    </Card>
  );
}
