// The operations about reports, until the description of the server has them.
import './schema.d.ts';

declare module './schema.d.ts' {
  interface Operations {
    'POST /abuse_reports': { query: object; body: unknown };
    'GET /abuse_reports': { query: object; body: unknown };
    'GET /abuse_reports/{id}': { query: object; body: unknown };
    'GET /abuse_reports/counts': { query: object; body: unknown };
    'GET /abuse_reports/{id}/outcome': { query: object; body: unknown };
    'PUT /abuse_reports/{id}/take': { query: object; body: unknown };
    'PUT /abuse_reports/{id}/act': { query: object; body: unknown };
    'PUT /abuse_reports/{id}/dismiss': { query: object; body: unknown };
    'PUT /abuse_reports/{id}/duplicate': { query: object; body: unknown };
    'PUT /abuse_reports/{id}/hide': { query: object; body: unknown };
    'PUT /abuse_reports/{id}/show': { query: object; body: unknown };
    'PUT /abuse_reports/{id}/decide_appeal': { query: object; body: unknown };
    'PUT /abuse_reports/{id}/read_conversation': { query: object; body: unknown };
    'PUT /abuse_reports/{id}/appeal': { query: object; body: unknown };
  }
}
