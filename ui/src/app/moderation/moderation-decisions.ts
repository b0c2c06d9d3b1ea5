// What can be decided about what waits. Whoever is concerned is mailed, after ten seconds in which it can be undone.
import { useTranslation } from 'react-i18next';
import type { Organization, Vacancy } from '../../api/schema.d.ts';
import type { AnyDecision, ListDecision } from '../../components/work-list/decisions.ts';
import { useDecisions as useOrganizationDecisions } from '../../features/organizations/approve/use-decisions.ts';
import { useDecisions as useVacancyDecisions } from '../../features/vacancies/list/my-vacancies-decisions.ts';
import type { Waiting } from './moderation.store.ts';

type Of<Row> = (row: Waiting) => Row | null;

const isDecision = <Row>(each: AnyDecision<Row>): each is ListDecision<Row> => 'callOf' in each;

/** A decision about one type, for the rows of that type. */
function forWaitingRows<Row>(decision: ListDecision<Row>, of: Of<Row>): ListDecision<Waiting> {
  const own = (rows: readonly Waiting[]): Row[] => rows.flatMap((row) => of(row) ?? []);
  const asks = decision.asks;
  return {
    ...decision,
    isAllowed: (row) => {
      const it = of(row);
      return it !== null && decision.isAllowed(it);
    },
    asks: asks
      ? {
          ...asks,
          title: (rows) => asks.title(own(rows)),
          text: asks.text ? (rows) => asks.text?.(own(rows)) ?? '' : undefined,
          preview: asks.preview
            ? (rows, answer) => asks.preview?.(own(rows), answer) ?? Promise.resolve(null)
            : undefined,
        }
      : undefined,
    callOf: (row, answer) => decision.callOf(of(row) as Row, answer),
    done: (row) => decision.done(of(row) as Row),
  } as ListDecision<Waiting>;
}

/** Vacancies and organisations are approved together, each by its own call: one decision, also about many, undone as one. */
function withOneApproval(
  steps: readonly ListDecision<Waiting>[],
  doneMany: (count: number) => string,
): readonly ListDecision<Waiting>[] {
  const own = steps.filter(({ name }) => name === 'vacancy_approve' || name === 'organization_approve');
  const [first] = own;
  if (!first) return steps;
  const of = (row: Waiting): ListDecision<Waiting> => own.find((each) => each.isAllowed(row)) ?? first;
  return [
    {
      ...first,
      name: 'approve',
      isForMany: true,
      isAllowed: (row) => own.some((each) => each.isAllowed(row)),
      callOf: (row, answer) => of(row).callOf(row, answer),
      done: (row) => of(row).done(row),
      doneMany,
    },
    ...steps.filter((each) => !own.includes(each)),
  ];
}

const vacancyOf: Of<Vacancy> = (row) => row.vacancy;
const organizationOf: Of<Organization> = (row) => (row.kind === 'organization' ? row.organizationRow : null);

export function useDecisions(onAsk: (organization: Organization) => void): readonly AnyDecision<Waiting>[] {
  const { t } = useTranslation('moderation');
  const vacancies = useVacancyDecisions(() => {}).filter(isDecision);
  const all = useOrganizationDecisions(onAsk);
  const lift = (each: ListDecision<Organization>) => ({
    ...forWaitingRows(each, organizationOf),
    name: `organization_${each.name}`,
  });
  const steps = [
    ...vacancies.map((each) => ({ ...forWaitingRows(each, vacancyOf), name: `vacancy_${each.name}` })),
    ...all.filter(isDecision).map(lift),
  ].map((each) => ({ ...each, isForMany: false }));
  const opening = all.flatMap((each): AnyDecision<Waiting>[] => {
    if (isDecision(each)) return [];
    return [
      {
        ...each,
        name: `organization_${each.name}`,
        isForMany: false,
        isAllowed: (row) => {
          const organization = organizationOf(row);
          return organization !== null && each.isAllowed(organization);
        },
        open: (rows) => each.open(rows.flatMap((row) => organizationOf(row) ?? [])),
      },
    ];
  });
  return [...withOneApproval(steps, (count) => t('approved', { count })), ...opening];
}

export function hrefOfWaiting({ vacancy, organizationRow, report, key }: Waiting): string {
  if (report) return report.subjectPath ?? `/moderation?kind=report&open=${key}`;
  return vacancy ? `/vacancies/${vacancy.id}/edit` : `/organizations/${organizationRow?.id ?? ''}/edit`;
}
