import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../api/client.ts';
import { normaliseError, reportError } from '../lib/feedback/errors.ts';
import { framesOf } from './error-reports.ts';

afterEach(() => vi.unstubAllGlobals());

it('reads the stacks of browsers, the oldest call first', () => {
  const chromium = `TypeError: x
    at Object.open (https://site.example/assets/start-a1.js:3:20)
    at https://site.example/assets/vacancy-b2.js:7:1
    at https://elsewhere.example/tracker.js:1:1`;
  expect(framesOf(chromium)).toEqual([
    { file: '/assets/vacancy-b2.js', function: '', line: 7, column: 1 },
    { file: '/assets/start-a1.js', function: 'Object.open', line: 3, column: 20 },
  ]);
  const firefox = 'open@https://site.example/assets/start-a1.js:3:20\n@https://site.example/assets/b.js:1:2';
  expect(framesOf(firefox).map((frame) => frame.function)).toEqual(['', 'open']);
});

it('sends what breaks in the app, and not what the server refused', async () => {
  const send = vi.fn((_address: string, _body: Blob) => true);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { sendBeacon: send }));
  reportError(normaliseError(new ApiError(500, {}, new Headers())));
  reportError(normaliseError(new ApiError(404, {}, new Headers())));
  expect(send).not.toHaveBeenCalled();
  reportError(normaliseError(new TypeError('x is not a function'), { unhandled: true }));
  expect(send).toHaveBeenCalledOnce();
  const [address, body] = send.mock.calls[0] ?? [];
  expect(address).toBe('/error-reports');
  expect(JSON.parse((await body?.text()) ?? '')).toMatchObject({
    name: 'TypeError',
    message: 'x is not a function',
    path: location.pathname,
  });
});
