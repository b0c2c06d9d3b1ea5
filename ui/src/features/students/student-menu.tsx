// What may be done with one student of the class.
import { useTranslation } from 'react-i18next';
import { MenuButton, type MenuEntry } from '../../components/actions/menu.tsx';
import { currentUser } from '../../lib/session/session.ts';
import { type ClassRow, mayGuide } from './class-list.ts';
import type { Asked } from './students-page.tsx';

interface StudentMenuProps {
  row: ClassRow;
  mayLink: boolean;
  onAsk: (asked: Asked) => void;
}

export function StudentMenu({ row, mayLink, onAsk }: StudentMenuProps) {
  const { t } = useTranslation('students');
  const { student, link, application } = row;
  const entries: MenuEntry[] = [];
  if (application) {
    entries.push({ label: t('menu.application'), href: `/applications/${application.id}`, icon: 'eye' });
  }
  if (mayGuide(row, mayLink)) {
    entries.push({
      label: t(link ? 'menu.guidance' : 'menu.guide'),
      icon: 'pen',
      onSelect: () => onAsk({ kind: 'guidance', row }),
    });
  }
  if (link && link.mentorId === currentUser.value?.id) {
    entries.push({
      label: t('menu.write'),
      href: `/conversations?to=users:${student.id}`,
      icon: 'message',
    });
  }
  if (student.email) {
    const { email } = student;
    entries.push({ label: t('menu.mail', { email }), href: `mailto:${email}`, icon: 'mail' });
  }
  if (link?.can.includes('delete')) {
    entries.push({
      label: t('menu.letGo'),
      icon: 'undo',
      apart: true,
      onSelect: () => onAsk({ kind: 'letGo', row }),
    });
  }
  if (student.can.includes('remove_role')) {
    entries.push({
      label: t('menu.leave'),
      icon: 'close',
      apart: true,
      onSelect: () => onAsk({ kind: 'leave', row }),
    });
  }
  if (entries.length === 0) return null;
  return (
    <MenuButton label={t('menu.label', { name: student.fullName || student.email })} entries={entries} />
  );
}
