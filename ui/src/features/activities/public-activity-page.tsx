// An activity: what the server wrote, with signing up, sharing and printing.
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { useResource } from '../../api/hooks.ts';
import { PrintButton } from '../../components/actions/print-button.tsx';
import { ShareButton } from '../../components/actions/share-buttons.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { loadWords } from '../../lib/locale/i18n.ts';
import { usePageHead } from '../../lib/navigation/head.ts';
import { type Island, ServerHtml } from '../../lib/server-page/server-html.tsx';
import { useMissingPage, useServerPage } from '../../lib/server-page/server-page.ts';
import { isSignedIn } from '../../lib/session/session.ts';
import '../../components/content/person.css';
import '../../components/content/prose.css';
import '../../components/layout/page-title.css';
import '../../components/layout/detail-page.css';
import './calendar.css';
import './activity.css';

/** The page is read without it: until it is there the server's sentence stands in its place. */
const SignUpForm = lazy(async () => {
  const [{ SignUpForm: Part }] = await Promise.all([
    import('./sign-up-form.tsx'),
    loadWords(['activity-sign-up']),
  ]);
  return { default: Part };
});

const StartConversation = lazy(async () => {
  const [parts] = await Promise.all([
    import('../../components/conversations/start-conversation.tsx'),
    loadWords(['start-conversation']),
  ]);
  return { default: parts.StartConversation };
});

const ReportLink = lazy(async () => {
  const [parts] = await Promise.all([
    import('../../components/report/report-link.tsx'),
    loadWords(['report']),
  ]);
  return { default: parts.ReportLink };
});

const MapCard = lazy(async () => ({
  default: (await import('../../components/map/map-card.tsx')).MapCard,
}));

const ISLANDS: readonly Island[] = [
  { selector: '.activity-map', render: (place) => <WhereItIs data={place.dataset} /> },
  { selector: '.activity-page [data-sign-up]', render: (place) => <SignUpForm place={place} /> },
  { selector: '.activity-tools', render: () => <Tools /> },
];

export default function ActivityPage() {
  const loaded = useServerPage();
  const isOffline = useMissingPage(loaded);
  usePageHead(loaded.data?.title, loaded.data?.description);
  if (loaded.data) return <ServerHtml html={loaded.data.html} islands={ISLANDS} />;
  return isOffline ? <LoadProblem onRetry={() => void loaded.refresh()} /> : <RowSkeletons count={6} />;
}

/** The route is planned by the server's link under it. */
function WhereItIs({ data }: { data: DOMStringMap }) {
  const { name = '', line = '', label = '', city } = data;
  return (
    <MapCard
      places={[
        {
          id: 'place',
          label: name,
          latitude: Number(data.latitude),
          longitude: Number(data.longitude),
          city,
        },
      ]}
      label={label}
      caption={line}
    />
  );
}

function Tools() {
  const title = document.querySelector('.activity-page h1')?.textContent ?? '';
  const id = useActivityId();
  return (
    <>
      <ShareButton title={title} url={location.href} />
      <PrintButton />
      {isSignedIn.value ? <Question /> : null}
      {id ? <ReportLink of={{ type: 'activities', id, title }} /> : null}
    </>
  );
}

/** From an address as `12-samen-eten`. */
function useActivityId(): string | null {
  const { id: slug = '' } = useParams();
  const id = slug.split('-')[0] ?? '';
  return /^\d+$/.test(id) ? id : null;
}

/** To the organisation that holds it; what the centre holds itself is asked at the centre. */
function Question() {
  const id = useActivityId();
  const { item } = useResource('activities', id);
  if (id === null || !item?.organizationId) return null;
  return (
    <Suspense fallback={null}>
      <StartConversation
        to={{ type: 'organizations', id: item.organizationId }}
        about={{ type: 'activities', id }}
        asks
      />
    </Suspense>
  );
}
