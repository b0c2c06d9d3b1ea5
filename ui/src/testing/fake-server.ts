// Answers for tests: addresses to documents. What is not listed answers 404, so that a test notices.
import { vi } from 'vitest';
import type { WireDocument, WireResource } from '../api/jsonapi.ts';

export interface FakeAnswer {
  status?: number;
  document?: WireDocument;
  headers?: Record<string, string>;
}

export interface FakeCall {
  method: string;
  address: string;
  headers: Headers;
  body: unknown;
}

type Answers = Record<string, FakeAnswer | ((call: FakeCall) => FakeAnswer | Promise<FakeAnswer>)>;

export interface FakeServer {
  calls: FakeCall[];
  /** '/api/v1/vacancies?sort=title' (a GET), or 'POST /api/v1/vacancies'. Without a query it answers to any query. */
  answer: (
    address: string,
    answer: FakeAnswer | ((call: FakeCall) => FakeAnswer | Promise<FakeAnswer>),
  ) => void;
  /** The answer that was given for an address. */
  known: (address: string) => FakeAnswer;
}

export function fakeServer(answers: Answers = {}): FakeServer {
  const known = new Map(Object.entries(answers));
  const calls: FakeCall[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const address = String(input);
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    const call: FakeCall = { method, address, headers: new Headers(init.headers), body };
    calls.push(call);
    const bare = address.split('?')[0] ?? address;
    const names = [`${method} ${address}`, `${method} ${bare}`, ...(method === 'GET' ? [address, bare] : [])];
    const found = names.map((name) => known.get(name)).find((each) => each !== undefined);
    const answer = typeof found === 'function' ? await found(call) : (found ?? notFound(address));
    const status = answer.status ?? 200;
    const text = answer.document === undefined || status === 204 ? null : JSON.stringify(answer.document);
    return new Response(text, { status, headers: answer.headers ?? {} });
  });
  return {
    calls,
    answer: (address, answer) => known.set(address, answer),
    known: (address) => known.get(address) as FakeAnswer,
  };
}

const notFound = (address: string): FakeAnswer => ({
  status: 404,
  document: { errors: [{ status: '404', code: 'not_found', title: 'Niet gevonden', detail: address }] },
});

/** `wire('vacancies', '1', { title: 'Voorlezen' })` */
export function wire(
  type: string,
  id: string,
  attributes: Record<string, unknown> = {},
  more: Omit<WireResource, 'id' | 'type' | 'attributes'> = {},
): WireResource {
  return { type, id, attributes, ...more };
}

export function listOf(data: WireResource[], more: Omit<WireDocument, 'data'> = {}): FakeAnswer {
  const meta = { total: data.length, page: 1, size: 20, pages: 1, ...more.meta };
  return { document: { ...more, data, meta } };
}

export const oneOf = (data: WireResource, more: Omit<WireDocument, 'data'> = {}): FakeAnswer => ({
  document: { ...more, data },
});
