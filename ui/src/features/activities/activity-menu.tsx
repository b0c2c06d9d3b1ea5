// What can be done with an activity, at the end of its row and on its page: only what the server says is possible now.
import { useTranslation } from 'react-i18next';
import { ACTIVITY_CALLS } from '../../api/activity-calls.ts';
import { send } from '../../api/requests.ts';
import type { Activity } from '../../api/schema.d.ts';
import { MenuButton, type MenuEntry } from '../../components/actions/menu.tsx';
import { posterEntries } from '../../components/actions/poster-entries.ts';
import { Icon } from '../../components/media/icon.tsx';
import { addToast } from '../../lib/feedback/toasts.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { hrefOfActivity } from './activity-columns.tsx';
import { FORWARD, offeredSteps, type StepName } from './activity-state.ts';

interface ActivityMenuProps {
  activity: Activity;
  onStep: (event: StepName) => void;
  /** On the page of one activity: with the word, and without what stands on that page. */
  isAlone?: boolean;
}

export function ActivityMenu({ activity, onStep, isAlone = false }: ActivityMenuProps) {
  const { t } = useTranslation('activities');
  const { id, title, can, status } = activity;

  async function handleCopy() {
    try {
      const { item: copy } = await send(ACTIVITY_CALLS.duplicateActivity, { id });
      addToast({ title: t('menu.copied'), color: 'success' });
      if (copy) navigateTo(hrefOfActivity(copy));
    } catch {
      addToast({ title: t('menu.failed'), color: 'danger' });
    }
  }

  const steps = offeredSteps(activity).filter(({ event }) => !isAlone || !FORWARD.includes(event));
  const entries: MenuEntry[] = [
    ...(isAlone ? [] : [{ label: t('menu.open'), href: hrefOfActivity(activity), icon: 'eye' as const }]),
    ...(!isAlone && can.includes('update')
      ? [{ label: t('menu.edit'), href: `${hrefOfActivity(activity)}/wijzigen`, icon: 'pen' as const }]
      : []),
    ...(can.includes('manage')
      ? [{ label: t('menu.copy'), icon: 'copy' as const, onSelect: () => void handleCopy() }]
      : []),
    ...(can.includes('manage') && status === 'published' ? posterEntries('activities', id, t) : []),
    ...steps.map(({ event, icon, danger }, at) => ({
      label: t(`step.${event}.confirm`),
      icon,
      danger,
      apart: at === 0,
      onSelect: () => onStep(event),
    })),
  ];
  if (entries.length === 0) return null;
  const label = t('menu.label', { title });
  if (!isAlone) return <MenuButton label={label} entries={entries} />;
  return (
    <MenuButton label={label} entries={entries} className="button">
      {t('menu.more')}
      <Icon name="down" />
    </MenuButton>
  );
}
