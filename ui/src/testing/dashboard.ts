// A dashboard as the server answers it, for tests.
import { type FakeAnswer, fakeServer, listOf, oneOf, wire } from './fake-server.ts';

export const NOTHING = { todos: [], figures: [], steps: [], approval: null };
export const todo = (key: string, count: number) => ({ key, count, since: '2026-11-20T09:00:00Z' });

export const board = (parts: object): FakeAnswer =>
  oneOf(
    wire('dashboards', '7', {
      own: NOTHING,
      organization: null,
      mentor: null,
      centre: null,
      content: null,
      hats: [],
      cards: [],
      failed: [],
      ...parts,
    }),
  );

/** A server at which somebody has these parts and no applications. */
export const start = (parts: object) =>
  fakeServer({ '/api/v1/dashboard': board(parts), '/api/v1/applications': listOf([]) });
