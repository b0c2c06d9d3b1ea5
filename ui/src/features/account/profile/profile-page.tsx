// Who I am here: my details, my roles, my applications in short, and who sees what of me.

import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application, Role, User } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { NextStep } from '../../../components/content/application-parts.tsx';
import { Count, Tag } from '../../../components/content/badge.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { MoreLink } from '../../../components/layout/page-title.tsx';
import { appName } from '../../../lib/centre/centre.ts';
import { isYounger } from '../../../lib/locale/age.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { useRoleWords } from '../../../lib/session/role-words.ts';
import { currentUser, menu, organizations } from '../../../lib/session/session.ts';
import { AccountFrame } from '../account-frame.tsx';
import { nextSteps } from './next-steps.ts';
import { useOpenReplies, useOwnProfile } from './pool/own-profile.store.ts';
import { POOL_AGE } from './pool/own-profile.ts';
import { ProfileEditor } from './pool/profile-editor.tsx';
import { VisibilityBanner } from './pool/visibility-banner.tsx';
import { useNewest } from './profile.store.ts';
import { questionIn } from './wishes.ts';
import { WishesCard } from './wishes-card.tsx';
import '../../../components/layout/line-list.css';

const MatchGame = lazy(async () => ({ default: (await import('./match-game.tsx')).MatchGame }));

export default function ProfilePage() {
  const { t } = useTranslation('account');
  const me = currentUser.value;
  const question = questionIn(useQuery());
  if (question !== null) {
    return (
      <Suspense fallback={<RowSkeletons count={5} />}>
        <MatchGame number={question} />
      </Suspense>
    );
  }
  return (
    <AccountFrame
      current="/profiel"
      title={t('profile.title')}
      description={t('own.lead')}
      actions={me ? <ToReplies /> : undefined}
      isWide
    >
      {me ? (
        <>
          <OwnProfile me={me} />
          <h2 className="visually-hidden">{t('own.account')}</h2>
          <div className="account-overview">
            <div className="is-whole">
              <Next me={me} />
            </div>
            <WishesCard />
            <Applications />
            <Details me={me} />
            <Visibility />
            <Roles roles={me.roles ?? []} />
          </div>
          <p className="soft small">
            {t('profile.since', { centre: appName.value, date: formatDate(me.createdAt) })}
          </p>
        </>
      ) : (
        <RowSkeletons count={6} />
      )}
    </AccountFrame>
  );
}

function ToReplies() {
  const { t } = useTranslation('account', { keyPrefix: 'own' });
  const count = useOpenReplies();
  return (
    <ButtonLink icon="message" href="/profile-replies">
      {t('replies')}
      {count > 0 ? <Count>{count}</Count> : null}
    </ButtonLink>
  );
}

function OwnProfile({ me }: { me: User }) {
  const { profile, hasFailed, refresh } = useOwnProfile();
  const isYoung = isYounger(me.birthDate ?? '', POOL_AGE);
  if (hasFailed && profile === null) return <LoadProblem onRetry={() => void refresh()} />;
  if (profile === null) return <RowSkeletons count={8} />;
  return (
    <>
      <VisibilityBanner profile={profile} isYoung={isYoung} />
      <ProfileEditor profile={profile} isYoung={isYoung} />
    </>
  );
}

/** For an organisation, or for the centre. */
const worksHere = (): boolean => organizations.value.length > 0 || menu.value.includes('my_vacancies');

function Next({ me }: { me: User }) {
  const { t } = useTranslation('account');
  const { status, total: count } = useNewest();
  if (status !== 'success') return null;
  const [first, ...rest] = nextSteps(me, {
    applications: count,
    canWork: worksHere(),
  });
  if (!first) return null;
  return (
    <NextStep
      title={t(`step.${first.key}.title`)}
      actions={
        <>
          <ButtonLink variant="primary" href={first.href}>
            {t(`step.${first.key}.action`)}
          </ButtonLink>
          {rest.slice(0, 1).map((step) => (
            <ButtonLink key={step.key} variant="quiet" href={step.href}>
              {t(`step.${step.key}.action`)}
            </ButtonLink>
          ))}
        </>
      }
    >
      <p>{t(`step.${first.key}.text`, { count, email: me.unconfirmedEmail })}</p>
    </NextStep>
  );
}

function Details({ me }: { me: User }) {
  const { t } = useTranslation('account');
  const facts: [string, string | null | undefined][] = [
    [t('field.name'), me.fullName],
    [t('field.email'), me.email],
    [t('field.phoneNumber'), me.phoneNumber ? formatPhone(me.phoneNumber) : null],
    [t('field.jobTitle'), me.jobTitle],
    [t('field.gender'), me.gender ? t(`gender.${me.gender}`) : null],
    [t('field.birthDate'), me.birthDate ? formatDate(`${me.birthDate}T12:00`) : null],
  ];
  return (
    <Card title={t('profile.details')}>
      <dl className="fact-list">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || <span className="soft">{t('profile.notFilled')}</span>}</dd>
          </div>
        ))}
      </dl>
      <p className="card-foot">
        <ButtonLink icon="pen" href="/profile-edit">
          {t('profile.edit')}
        </ButtonLink>
      </p>
    </Card>
  );
}

function Applications() {
  const { t } = useTranslation('account');
  const { items: all, status, total, refresh } = useNewest();
  if (status === 'error') return <LoadProblem onRetry={() => void refresh()} />;
  return (
    <Card title={t('profile.applications')}>
      {status !== 'success' && all.length === 0 ? (
        <RowSkeletons count={2} />
      ) : all.length === 0 ? (
        <>
          <p>{t('profile.noApplications')}</p>
          <MoreLink href="/vacancies/search">{t('profile.search')}</MoreLink>
        </>
      ) : (
        <>
          <ul className="line-list">
            {all.map((each) => (
              <ApplicationLine key={each.id} application={each} />
            ))}
          </ul>
          <MoreLink href="/applications">{t('profile.allApplications', { count: total })}</MoreLink>
        </>
      )}
    </Card>
  );
}

function ApplicationLine({ application }: { application: Application }) {
  const { t } = useTranslation('applications');
  const { id, vacancyTitle, organizationName, createdAt, stage } = application;
  return (
    <li>
      <div>
        <AppLink href={`/applications/${id}`}>{vacancyTitle}</AppLink>
        <p className="soft small">
          {organizationName}, {formatDate(createdAt)}
        </p>
      </div>
      <Tag>{t(`stageOwn.${stage}`)}</Tag>
    </li>
  );
}

/** Everybody is a volunteer; what somebody holds besides stands here, with where it holds. */
function Roles({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('account');
  const { nameOf } = useRoleWords();
  const held = roles.filter((role) => role.acceptedAt !== null);
  const placeOf = (role: Role): string => {
    if (role.scopeType === 'tenant') return t('profile.everywhere');
    const known = organizations.value.find((each) => each.id === role.scopeId);
    return role.scopeName ?? known?.name ?? '';
  };
  return (
    <Card title={t('profile.roles')}>
      {held.length === 0 ? (
        <p>{t('profile.noRoles')}</p>
      ) : (
        <ul className="line-list">
          {held.map((role) => (
            <li key={role.id}>
              <div>
                <b>{nameOf(role.name)}</b>
                <p className="soft small">{placeOf(role)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <MoreLink href="/account/roles">{t('profile.rolesMore')}</MoreLink>
    </Card>
  );
}

/** Who may be a vacancy's contact is seen by everybody then. */
const SEEN_BY = ['visitors', 'contact', 'organization', 'centre'] as const;

function Visibility() {
  const { t } = useTranslation('account');
  const works = worksHere();
  const shown = SEEN_BY.filter((who) => who !== (works ? 'visitors' : 'contact'));
  return (
    <Card title={t('visible.title')}>
      <dl className="fact-list is-wide">
        {shown.map((who) => (
          <div key={who}>
            <dt>{t(`visible.${who}.who`, { centre: appName.value })}</dt>
            <dd>{t(`visible.${who}.what`, { centre: appName.value })}</dd>
          </div>
        ))}
      </dl>
      <MoreLink href="/account/privacy">{t('visible.more')}</MoreLink>
    </Card>
  );
}
