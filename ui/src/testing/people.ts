// Who looks, in tests. What each may do is said by the server's menu and `can`, not by a role's name in the ui.
import type { Right } from '../app/rights.ts';
import { type FakeServer, listOf, oneOf, wire } from './fake-server.ts';

export type Person = 'visitor' | 'volunteer' | 'organization' | 'coordinator' | 'admin';

interface Who {
  firstName: string;
  lastName: string;
  menu: Right[];
  organizations: string[];
}

const PEOPLE: Record<Exclude<Person, 'visitor'>, Who> = {
  volunteer: { firstName: 'Joke', lastName: 'Visser', menu: ['my_applications'], organizations: [] },
  organization: {
    firstName: 'Wim',
    lastName: 'Postma',
    menu: ['my_applications', 'my_vacancies', 'activities', 'applications', 'analytics'],
    organizations: ['Zorgcentrum De Linden'],
  },
  coordinator: {
    firstName: 'Marieke',
    lastName: 'Bos',
    menu: [
      'my_applications',
      'my_vacancies',
      'activities',
      'applications',
      'vacancies_review',
      'organizations_approve',
      'analytics',
      'audit_log',
      'organization_log',
    ],
    organizations: ['Meedoen in Lindewaard'],
  },
  admin: {
    firstName: 'Ada',
    lastName: 'de Wit',
    menu: [
      'my_applications',
      'my_vacancies',
      'applications',
      'vacancies_review',
      'organizations_approve',
      'analytics',
      'audit_log',
      'administration',
      'users',
      'users_import',
      'centre_settings',
      'mail_texts',
      'newsletters',
      'centres',
      'data_viewer',
      'api_keys',
      'places',
      'activities',
    ],
    organizations: ['Meedoen in Lindewaard', 'Zorgcentrum De Linden'],
  },
};

/** Lets the fake server know who asks. */
export function letIn(server: FakeServer, person: Exclude<Person, 'visitor'>): void {
  const who = PEOPLE[person];
  const user = wire('users', '7', {
    first_name: who.firstName,
    last_name: who.lastName,
    full_name: `${who.firstName} ${who.lastName}`,
    email: `${who.firstName.toLowerCase()}@example.org`,
    locale: 'nl',
    status: 'active',
  });
  server.answer('/api/v1/current_user', oneOf(user, { meta: { menu: who.menu } }));
  server.answer(
    '/api/v1/current_organizations',
    listOf(
      who.organizations.map((name, at) =>
        wire('organizations', String(at + 1), {
          name,
          organization_type: name.startsWith('Meedoen') ? 'VolunteerCenter' : 'NonProfit',
          status: 'approved',
        }),
      ),
    ),
  );
  server.answer('/api/v1/notifications/unread_count', { document: { meta: { count: 0 } } });
}

/** The centre of the tests. */
export function openCentre(
  server: FakeServer,
  meta: Record<string, unknown> = {},
  attributes: Record<string, unknown> = {},
): void {
  server.answer('/api/v1/volunteer_centers/current', {
    document: {
      data: wire(
        'volunteer_centers',
        '1',
        {
          name: 'Meedoen in Lindewaard',
          email: 'info@example.org',
          phone_number: '0418 - 55 01 20',
          locale: 'nl',
          ...attributes,
        },
        {
          relationships: {
            profile: { data: { type: 'volunteer_center_profiles', id: '1' } },
            theme: { data: { type: 'themes', id: '1' } },
          },
        },
      ),
      included: [
        wire('volunteer_center_profiles', '1', {
          footer_column_1_title: 'Meedoen in Lindewaard',
          footer_column_1_content: 'Marktplein 4\n5310 AB Lindewaard\n[Bel ons](tel:+31418550120)',
          footer_column_1_content_en: '[Call us](tel:+31418550120)',
          footer_column_2_title: 'Over ons',
          show_anbi_logo: true,
          show_nov_logo: true,
        }),
        wire('themes', '1', {
          default_shape: 'rounded',
          header_variant: 'tab',
          header_sticky: true,
          header_language_toggle: true,
          header_full_width: false,
          header_center_menu_items: false,
          footer_variant: 'maud',
        }),
      ],
      meta: {
        tenant: 'demo',
        context: 'main',
        features: { peer_to_peer: false, volunteer_profiles: true, activities: true },
        wording: 'one_on_one',
        vacancy_types: ['volunteering', 'language', 'activity'],
        redirect_path: null,
        app_name: null,
        counts: { vacancies: 214 },
        ...meta,
      },
    },
  });
}
