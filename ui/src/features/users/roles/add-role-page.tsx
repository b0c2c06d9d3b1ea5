// Giving somebody a role. More rights take the person's own yes; the screen says so before it is sent.

import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { User } from '../../../api/schema.d.ts';
import '../../../components/layout/stepper.css';
import '../users.css';
import { ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { FormCard } from '../../../components/layout/card.tsx';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useScreenError } from '../../../lib/navigation/use-screen-error.ts';
import { useRoleWords } from '../../../lib/session/role-words.ts';
import { addRole, useUser } from '../detail/user.store.ts';
import { LIST_PATH } from '../list/list-url.ts';
import { chosenOf, type Grantable } from './grantable.ts';
import { RoleFields, roleIn } from './role-fields.tsx';

export default function AddRolePage() {
  const { id = '' } = useParams();
  const { user: found, grantable, error, again } = useUser(id);
  if (useScreenError(error)) return <LoadProblem onRetry={() => void again()} />;
  return found ? <Adding user={found} grantable={grantable} /> : <RowSkeletons count={6} />;
}

function Adding({ user: found, grantable }: { user: User; grantable: readonly Grantable[] }) {
  const { t } = useTranslation('users');
  const words = useRoleWords();
  const name = found.fullName || t('nameless');
  const back = `${LIST_PATH}/${found.id}`;
  usePageHead(t('addRole.title', { name }));

  async function handleSubmit(value: FormValue) {
    const text = (field: string): string => String(value[field] ?? '');
    const choice = chosenOf(grantable, roleIn(value.role), text('place'), text('organizationId'));
    if (choice === null) return [{ detail: t('addRole.incomplete') }];
    await addRole(found.id, choice);
    addToast({
      title: t('addRole.done', { role: words.nameOf(choice.role), name }),
      message: t('addRole.doneText', { name }),
      color: 'success',
    });
    navigateTo(back);
    return [];
  }

  return (
    <div className="page-bottom">
      <Breadcrumb
        crumbs={[
          { label: t('list.title'), href: LIST_PATH },
          { label: name, href: back },
          { label: t('menu.addRole') },
        ]}
      />
      <PageTitle title={t('addRole.title', { name })} description={t('addRole.lead', { name })} />
      {grantable.length === 0 ? (
        <EmptyState
          level={2}
          icon="key"
          title={t('addRole.nothing.title', { name })}
          actions={<ButtonLink href={back}>{t('addRole.nothing.back', { name })}</ButtonLink>}
        >
          {t('addRole.nothing.text')}
        </EmptyState>
      ) : (
        <div className="form-layout">
          <Form
            value={{ role: '', place: '', organizationId: '' }}
            onSubmit={handleSubmit}
            label={t('addRole.title', { name })}
          >
            <FormCard title={t('add.role')}>
              <RoleFields grantable={grantable} />
            </FormCard>
            <ButtonRow>
              <SubmitButton large>{t('addRole.submit')}</SubmitButton>
              <ButtonLink variant="quiet" href={back}>
                {t('edit.back')}
              </ButtonLink>
            </ButtonRow>
          </Form>
        </div>
      )}
    </div>
  );
}
