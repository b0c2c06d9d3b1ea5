// The calls of the pool that the server's description does not hold yet; it goes when they are there.
import './schema.d.ts';

interface Planned {
  query: Record<string, unknown>;
  body: unknown;
}

declare module './schema.d.ts' {
  interface Operations {
    'PUT /volunteer_profiles/current/visibility': Planned;
    'GET /volunteer_profiles/current/preview': Planned;
    'GET /volunteer_profiles/current/looks': Planned;
    'GET /volunteer_profiles/current/blocks': Planned;
    'PUT /volunteer_profiles/current/blocks/{id}': Planned;
    'DELETE /volunteer_profiles/current/blocks/{id}': Planned;
    'GET /volunteer_profiles': Planned;
    'GET /volunteer_profiles/{id}': Planned;
    'GET /volunteer_profile_replies': Planned;
    'POST /volunteer_profile_replies': Planned;
    'GET /volunteer_profile_replies/{id}': Planned;
    'PUT /volunteer_profile_replies/{id}/answer': Planned;
    'PUT /volunteer_profile_replies/{id}/decline': Planned;
    'PUT /volunteer_profile_replies/{id}/block': Planned;
    'GET /volunteer_profile_replies/{id}/messages': Planned;
    'POST /volunteer_profile_replies/{id}/messages': Planned;
    'PUT /volunteer_profile_replies/{id}/messages/read': Planned;
  }
}
