// The menu at the end of a row: only what the server says is possible now.

import { useTranslation } from 'react-i18next';
import { send } from '../../../api/requests.ts';
import type { Vacancy } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { MenuButton, type MenuEntry } from '../../../components/actions/menu.tsx';
import { posterEntries } from '../../../components/actions/poster-entries.ts';
import { Icon } from '../../../components/media/icon.tsx';
import { features } from '../../../lib/centre/centre.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { stepContext } from '../edit/vacancy-revision.ts';
import { offeredEvents, type VacancyEvent } from '../form/vacancy-form-events.ts';

export const peoplePath = (id: string): string => `/vrijwilligerspool?vacature=${id}`;

/** People of the pool are looked for for what is online, where the centre has a pool. */
export const mayFindPeople = ({ can, status }: Vacancy): boolean =>
  can.includes('manage') && status === 'published' && features.value.volunteerProfiles === true;

interface VacancyMenuProps {
  vacancy: Vacancy;
  onStep: (event: string) => void;
  /** Steps that stand elsewhere on the screen are left out. */
  events?: readonly VacancyEvent[];
  /** On the page of one vacancy: with the word, and without the way to that page. */
  isAlone?: boolean;
}

const REMOVABLE = ['draft', 'published', 'expired', 'archived'];

export function VacancyMenu({ vacancy, onStep, events, isAlone = false }: VacancyMenuProps) {
  const { t } = useTranslation('vacancies');
  const { id, title, can, status } = vacancy;

  async function handleCopy() {
    try {
      const { item: copy } = await send(STAFF_CALLS.duplicateVacancy, { id });
      addToast({ title: t('menu.copied'), color: 'success' });
      if (copy) navigateTo(`/vacancies/${copy.id}/edit`);
    } catch {
      addToast({ title: t('menu.failed'), color: 'danger' });
    }
  }

  const steps = events ?? offeredEvents(vacancy);
  const entries: MenuEntry[] = [
    ...(!isAlone && can.includes('update')
      ? [{ label: t('menu.edit'), href: `/vacancies/${id}/edit`, icon: 'pen' as const }]
      : []),
    { label: t('menu.view'), href: `/vacancies/${id}`, icon: 'eye' },
    ...(can.includes('register') && status === 'published'
      ? [{ label: t('menu.register'), href: `/vacancies/${id}?register=1`, icon: 'people' as const }]
      : []),
    ...(mayFindPeople(vacancy)
      ? [{ label: t('menu.people'), href: peoplePath(id), icon: 'search' as const }]
      : []),
    ...(can.includes('manage')
      ? [{ label: t('menu.copy'), icon: 'copy' as const, onSelect: () => void handleCopy() }]
      : []),
    ...(can.includes('manage') && status === 'published' ? posterEntries('vacancies', id, t) : []),
    ...steps.map(({ event, icon, danger }, at) => ({
      label: serverWords(t)(`step.${event}.menu`, stepContext(vacancy, event)),
      icon,
      danger,
      apart: at === 0,
      onSelect: () => onStep(event),
    })),
    ...(can.includes('delete') && REMOVABLE.includes(status)
      ? [
          {
            label: t('step.delete.menu'),
            icon: 'trash' as const,
            danger: true,
            onSelect: () => onStep('delete'),
          },
        ]
      : []),
  ];
  const label = t('menu.label', { title });
  if (!isAlone) return <MenuButton label={label} entries={entries} />;
  return (
    <MenuButton label={label} entries={entries} className="button">
      {t('menu.more')}
      <Icon name="down" />
    </MenuButton>
  );
}
