// Before each test file: Dutch words, an empty storage, nobody signed in, no request that nobody asked for.
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { forgetDocuments } from '../api/client.ts';

configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    throw new TypeError(`unexpected request: ${String(input)}`);
  });
});

afterEach(() => {
  cleanup();
  forgetDocuments();
});
