// Handing an organisation over to another centre: its own centre asks, the other one answers. Both see what goes along.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { asRead } from '../../../api/as-read.ts';
import { useLoaded, useResourceList } from '../../../api/hooks.ts';
import { send } from '../../../api/requests.ts';
import type { Organization } from '../../../api/schema.d.ts';
import { type MovePreview, STAFF_CALLS } from '../../../api/staff-calls.ts';
import { Button, ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { CheckList } from '../../../components/content/practical-list.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { normaliseError, showError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { loadOrganization, organization } from '../organization.store.ts';

export default function MoveOrganizationPage() {
  const { t } = useTranslation('organization-move');
  const { id = '' } = useParams();
  const found = organization.value;
  const load = () =>
    loadOrganization(id).catch((thrown: unknown) => showError(normaliseError(thrown, { fatal: true })));
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every other organisation
  useEffect(() => {
    organization.value = null;
    void load();
  }, [id]);
  if (found?.id !== id) return <RowSkeletons count={6} />;
  const { name, can } = found;
  return (
    <div className="narrow stack">
      <Breadcrumb crumbs={[{ label: name, href: `/organizations/${id}` }, { label: t('crumb') }]} />
      <PageTitle title={t('title', { name })} description={t('lead')} />
      {can.includes('receive') ? (
        <Answering found={found} />
      ) : can.includes('approve') ? (
        <Asking found={found} onDone={() => void load()} />
      ) : (
        <Notice tone="warning">{t('notYours')}</Notice>
      )}
    </div>
  );
}

function Asking({ found, onDone }: { found: Organization; onDone: () => void }) {
  const { t } = useTranslation('organization-move');
  const { items, status, refresh } = useResourceList('volunteer_centers', {
    include: 'theme',
    page: { size: 100 },
  });
  const [to, setTo] = useState(found.moveToId ?? '');
  if (status === 'error') return <LoadProblem onRetry={() => void refresh()} />;
  if (items.length === 0) return <RowSkeletons count={3} />;
  const isOpen = (id: string | null | undefined): boolean => {
    const theme = items.find((each) => each.id === id)?.theme as {
      enableMovingOrganizations?: boolean;
    } | null;
    return theme?.enableMovingOrganizations === true;
  };
  const others = items.filter(({ id }) => id !== found.volunteerCenterId && isOpen(id));
  const asked = items.find(({ id }) => id === found.moveToId);

  async function ask(volunteerCenterId: string | null) {
    try {
      await send(STAFF_CALLS.askMove, { id: found.id, body: { volunteerCenterId } });
      addToast({ title: t(volunteerCenterId === null ? 'withdrawn' : 'asked'), color: 'success' });
      setTo('');
      onDone();
    } catch (thrown) {
      addToast({ title: t('failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
  }

  if (!(isOpen(found.volunteerCenterId) && (others.length > 0 || asked)))
    return (
      <EmptyState level={2} icon="building" title={t('off')}>
        {t('offText')}
      </EmptyState>
    );
  if (asked)
    return (
      <>
        <Notice>
          <p>
            <strong>{t('waits', { center: asked.name })}</strong>
          </p>
          <p>{t('waitsText', { date: formatDate(found.moveRequestedAt ?? '') })}</p>
          <Button small onClick={() => void ask(null)}>
            {t('withdraw')}
          </Button>
        </Notice>
        <Preview id={found.id} to={asked.id} />
      </>
    );
  return (
    <>
      <Card title={t('where')} className="stack">
        <div className="field">
          <label htmlFor="move-to">{t('center')}</label>
          <p className="hint" id="move-to-hint">
            {t('centerHint')}
          </p>
          <select
            id="move-to"
            className="select"
            aria-describedby="move-to-hint"
            value={to}
            onChange={(event) => setTo(event.target.value)}
          >
            <option value="">{t('choose')}</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      </Card>
      {to === '' ? null : (
        <>
          <Preview id={found.id} to={to} />
          <ButtonRow>
            <Button variant="primary" onClick={() => void ask(to)}>
              {t('ask')}
            </Button>
            <ButtonLink variant="quiet" href={`/organizations/${found.id}`}>
              {t('cancel')}
            </ButtonLink>
          </ButtonRow>
        </>
      )}
    </>
  );
}

function Answering({ found }: { found: Organization }) {
  const { t } = useTranslation('organization-move');
  const [isRefusing, setIsRefusing] = useState(false);

  async function answer(event: 'accept' | 'refuse', message?: string) {
    await send(STAFF_CALLS.answerMove, {
      id: found.id,
      body: message === undefined ? { event } : { event, message },
      headers: asRead(found),
    });
    addToast({
      title: t(event === 'accept' ? 'accepted' : 'refused', { name: found.name }),
      color: 'success',
    });
    navigateTo(event === 'accept' ? `/organizations/${found.id}` : '/organizations');
  }

  async function handleAccept() {
    try {
      await answer('accept');
    } catch (thrown) {
      addToast({ title: t('failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
  }

  async function handleRefuse(value: FormValue) {
    await answer('refuse', String(value.message ?? '').trim());
  }

  return (
    <>
      <Preview id={found.id} />
      {isRefusing ? (
        <Card title={t('refuse')}>
          <Form
            of="PUT /organizations/{id}/move/confirm"
            value={{ message: '' }}
            onSubmit={handleRefuse}
            label={t('refuse')}
          >
            <Field
              name="message"
              kind="textarea"
              rows={3}
              label={t('why')}
              hint={t('whyHint')}
              rules={{ required: true }}
            />
            <SubmitButton>{t('refuse')}</SubmitButton>
          </Form>
        </Card>
      ) : (
        <ButtonRow>
          <Button variant="primary" icon="check" onClick={() => void handleAccept()}>
            {t('accept')}
          </Button>
          <Button onClick={() => setIsRefusing(true)}>{t('refuse')}</Button>
        </ButtonRow>
      )}
    </>
  );
}

function Preview({ id, to }: { id: string; to?: string }) {
  const { t } = useTranslation('organization-move');
  const { data, status, refresh } = useLoaded(`move:${id}:${to ?? ''}`, async (signal) => {
    const { item } = await send(STAFF_CALLS.movePreview, {
      id,
      query: to === undefined ? {} : { to },
      signal,
    });
    return item;
  });
  if (status === 'error') return <LoadProblem onRetry={() => void refresh()} />;
  if (!data) return <RowSkeletons count={3} />;
  return (
    <Card title={t('goes', { from: data.fromName, to: data.toName })} className="stack">
      <CheckList lines={linesOf(t, data)} />
      {data.membersStaying > 0 ? (
        <Notice>{t('staying', { count: data.membersStaying, from: data.fromName })}</Notice>
      ) : null}
      {data.lostTerms.length > 0 ? (
        <Notice tone="warning">{t('lost', { terms: data.lostTerms.join(', '), to: data.toName })}</Notice>
      ) : null}
      <p className="soft">{t('told')}</p>
    </Card>
  );
}

type Words = ReturnType<typeof useTranslation<'organization-move'>>['t'];

function linesOf(t: Words, { vacancies, applications, members, internalNotes }: MovePreview): string[] {
  return [
    t('vacancies', { count: vacancies }),
    t('applications', { count: applications }),
    t('members', { count: members }),
    ...(internalNotes === null ? [] : [t('notes', { count: internalNotes })]),
    t('rest'),
  ];
}
