// How I want the product to be: language and colours, quiet hours, messages and this device, my calendar, devices, the second step.
import { useTranslation } from 'react-i18next';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { features } from '../../../lib/centre/centre.ts';
import { currentUser, impersonation } from '../../../lib/session/session.ts';
import { AccountFrame } from '../account-frame.tsx';
import { OwnOnly } from '../own-only.tsx';
import { SettingsCalendar } from './settings-calendar.tsx';
import { SettingsDevices } from './settings-devices.tsx';
import { SettingsLook } from './settings-look.tsx';
import { SettingsMessages } from './settings-messages.tsx';
import { SettingsPush } from './settings-push.tsx';
import { SettingsQuiet } from './settings-quiet.tsx';
import { SettingsSecondStep } from './settings-second-step.tsx';

export default function SettingsPage() {
  const { t } = useTranslation('account-settings');
  const me = currentUser.value;
  return (
    <AccountFrame current="/profile-edit/settings" title={t('title')} description={t('description')}>
      {me ? (
        <>
          <SettingsLook />
          <SettingsQuiet from={me.quietFrom ?? null} until={me.quietUntil ?? null} />
          {impersonation.value ? null : (
            <SettingsPush from={me.quietFrom ?? null} until={me.quietUntil ?? null} />
          )}
          <SettingsMessages />
          {features.value.activities ? (
            <div id="own-calendar">
              <OwnOnly title={t('calendar.title')}>
                <SettingsCalendar />
              </OwnOnly>
            </div>
          ) : null}
          <OwnOnly title={t('second.title')}>
            <SettingsSecondStep />
          </OwnOnly>
          <SettingsDevices />
        </>
      ) : (
        <RowSkeletons count={8} />
      )}
    </AccountFrame>
  );
}
