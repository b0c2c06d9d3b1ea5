// Which role, and where: only what the server says the reader may give. Inside a form.
import { useTranslation } from 'react-i18next';
import { Field } from '../../../components/form/field.tsx';
import { useFieldValue } from '../../../components/form/form-context.ts';
import { useRoleWords } from '../../../lib/session/role-words.ts';
import { OrganizationField } from '../edit/organization-field.tsx';
import { type Grantable, groupsOf, OPEN_PLACE, placeKey } from './grantable.ts';

interface RoleFieldsProps {
  grantable: readonly Grantable[];
  /** Nobody has to be given a role. */
  optional?: boolean;
}

const NO_ROLE = '-';

export const roleIn = (value: unknown): string => (value === NO_ROLE ? '' : String(value ?? ''));

export function RoleFields({ grantable, optional = false }: RoleFieldsProps) {
  const { t } = useTranslation(['users', 'roles']);
  const words = useRoleWords();
  const groups = groupsOf(grantable);
  const role = roleIn(useFieldValue('role'));
  const place = useFieldValue('place');
  const group = groups.find((each) => each.role === role);
  const hasPlaces = group !== undefined && group.places.length + (group.isOpen ? 1 : 0) > 1;
  const isOpen = group?.isOpen && (place === OPEN_PLACE || group.places.length === 0);
  return (
    <>
      <Field
        name="role"
        kind="radio"
        label={t('field.role')}
        short={t('field.roleShort')}
        rules={{ required: true }}
        choices={[
          ...(optional ? [{ value: NO_ROLE, label: t('field.noRole'), hint: t('field.noRoleHint') }] : []),
          ...groups.map((each) => ({
            value: each.role,
            label: words.nameOf(each.role),
            hint: words.explain(each.role),
          })),
        ]}
      />
      {hasPlaces ? (
        <Field
          name="place"
          kind="select"
          label={t('field.place')}
          short={t('field.placeShort')}
          rules={{ required: true }}
          choices={[
            ...group.places.map((each) => ({
              value: placeKey(each),
              label: each.scopeName ?? t('roles:everywhere'),
            })),
            ...(group.isOpen
              ? [
                  {
                    value: OPEN_PLACE,
                    label: t(group.isSchoolOnly ? 'field.aSchool' : 'field.anOrganization'),
                  },
                ]
              : []),
          ]}
        />
      ) : null}
      {isOpen ? <OrganizationField isSchoolOnly={group.isSchoolOnly} /> : null}
    </>
  );
}
