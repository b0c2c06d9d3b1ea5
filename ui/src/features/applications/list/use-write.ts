// Writing to several who applied, in the name of the organisation.
import { useTranslation } from 'react-i18next';
import type { Application } from '../../../api/schema.d.ts';
import { useWriteMany } from '../../../components/conversations/use-write-many.tsx';
import type { Many } from '../../../components/conversations/write-many-dialog.tsx';
import type { ListStep } from '../../../components/work-list/decisions.ts';
import { isForCentre, menuOfNow, selectedOrganization } from '../../../lib/session/session.ts';
import { guidesStudents } from './work-list.store.ts';

/** Each once, about the vacancy where it is one. */
function manyOf(rows: readonly Application[]): Many {
  const people = new Map(
    rows.flatMap(({ userId, name }) => (userId ? [[userId, { id: userId, name }]] : [])),
  );
  const [first, ...others] = [...new Set(rows.map(({ vacancyId }) => vacancyId))];
  const title = rows[0]?.vacancyTitle ?? '';
  const of = selectedOrganization.peek();
  return {
    people: [...people.values()],
    ...(first !== undefined && others.length === 0 ? { about: { type: 'vacancies', id: first, title } } : {}),
    ...(of ? { organizationId: of.id } : {}),
    owner: of && { type: 'organizations', id: of.id, name: of.name },
  };
}

/** Null where the reader does not write for an organisation. */
export function useWrite(onSent: () => void) {
  const { t } = useTranslation('write-many');
  const { mayWrite, write, dialog } = useWriteMany(onSent);
  const isOurs = selectedOrganization.value !== null && !isForCentre(menuOfNow.value) && !guidesStudents();
  const step: ListStep<Application> = {
    name: 'write',
    key: 'm',
    label: t('action'),
    icon: 'message',
    // Who has no account is written to on the screen of the application.
    isAllowed: ({ userId }) => userId !== null,
    isForMany: true,
    open: (rows) => write(manyOf(rows)),
  };
  return { step: isOurs && mayWrite ? step : null, dialog };
}
