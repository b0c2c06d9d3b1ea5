// Whether hours of an organisation are confirmed by themselves after thirty days.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { saveHoursSetting, useHoursSetting } from './confirm.store.ts';

export function HoursSetting({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation('hours-confirm');
  const organization = useHoursSetting(organizationId);
  const [isBusy, setIsBusy] = useState(false);
  if (organization === null) return null;
  const isOn = organization.autoConfirmsHours ?? true;

  async function handleChange(next: boolean) {
    setIsBusy(true);
    try {
      await saveHoursSetting(organizationId, next);
      addToast({ title: t(next ? 'setting.on' : 'setting.off'), color: 'success' });
    } catch (cause) {
      showError(cause);
    } finally {
      setIsBusy(false);
    }
  }

  if (!organization.can.includes('update'))
    return <p className="hint confirm-foot">{t(isOn ? 'foot' : 'setting.isOff')}</p>;
  return (
    <div className="confirm-foot">
      <label className="choice">
        <input
          type="checkbox"
          checked={isOn}
          disabled={isBusy}
          onChange={(event) => void handleChange(event.target.checked)}
        />
        <span>
          {t('setting.label')}
          <span className="hint">{t('setting.hint')}</span>
        </span>
      </label>
    </div>
  );
}
