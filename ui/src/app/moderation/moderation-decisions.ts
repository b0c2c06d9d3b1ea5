// What can be decided about what waits. Whoever is concerned is mailed, after ten seconds in which it can be undone.
import type { Organization, Vacancy } from '../../api/schema.d.ts';
import type { AnyDecision, ListDecision } from '../../components/work-list/decisions.ts';
import { useDecisions as useOrganizationDecisions } from '../../features/organizations/approve/use-decisions.ts';
import { useDecisions as useVacancyDecisions } from '../../features/vacancies/list/my-vacancies-decisions.ts';
import type { Waiting } from './moderation.store.ts';

type Of<Row> = (row: Waiting) => Row | null;

const isDecision = <Row>(each: AnyDecision<Row>): each is ListDecision<Row> => 'callOf' in each;

/** A decision about one type, for the rows of that type. */
function lifted<Row>(decision: ListDecision<Row>, of: Of<Row>): ListDecision<Waiting> {
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

const vacancyOf: Of<Vacancy> = (row) => row.vacancy;
const organizationOf: Of<Organization> = (row) => (row.kind === 'organization' ? row.organizationRow : null);

export function useDecisions(onAsk: (organization: Organization) => void): readonly AnyDecision<Waiting>[] {
  const vacancies = useVacancyDecisions(() => {}).filter(isDecision);
  const all = useOrganizationDecisions(onAsk);
  const lift = (each: ListDecision<Organization>) => ({
    ...lifted(each, organizationOf),
    name: `organization_${each.name}`,
  });
  const organizations = all.map((each): AnyDecision<Waiting> => {
    if (isDecision(each)) return lift(each);
    return {
      ...each,
      name: `organization_${each.name}`,
      isAllowed: (row) => {
        const organization = organizationOf(row);
        return organization !== null && each.isAllowed(organization);
      },
      open: (rows) => each.open(rows.flatMap((row) => organizationOf(row) ?? [])),
    };
  });
  return [
    ...vacancies.map((each) => ({ ...lifted(each, vacancyOf), name: `vacancy_${each.name}` })),
    ...organizations,
  ].map((each) => ({ ...each, isForMany: false }));
}

export function hrefOfWaiting({ vacancy, organizationRow }: Waiting): string {
  return vacancy ? `/vacancies/${vacancy.id}/edit` : `/organizations/${organizationRow?.id ?? ''}/edit`;
}
