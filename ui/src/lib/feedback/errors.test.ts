import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/client.ts';
import { errorTexts } from './error-texts.ts';
import {
  clearError,
  isCrawler,
  normaliseError,
  onError,
  Problem,
  pageNotFound,
  reportError,
  showError,
  shownError,
} from './errors.ts';

afterEach(clearError);

describe('anything thrown becomes one shape', () => {
  test('an answer of the server keeps its status and its errors', () => {
    const errors = [{ code: 'forbidden', detail: 'Nee' }];
    const problem = normaliseError(new ApiError(403, { errors }, new Headers()));
    expect(problem).toMatchObject({
      statusCode: 403,
      hasCode: true,
      message: 'Nee',
      data: errors,
      fatal: false,
    });
  });

  test.each([99, 1000, 40.4, Number.NaN])('%d is no status', (statusCode) => {
    expect(new Problem({ statusCode })).toMatchObject({ statusCode: 500, hasCode: false });
  });

  test('the status message has no control characters', () => {
    expect(new Problem({ statusMessage: 'a\r\nSet-Cookie: x\u0007\u007f\u0085b' }).statusMessage).toBe(
      'aSet-Cookie: xb',
    );
  });

  test.each([
    ['text', 'text'],
    [null, 'null'],
    [undefined, 'undefined'],
    [new Error('boom'), 'boom'],
  ])('%o', (thrown, message) => {
    expect(normaliseError(thrown, { unhandled: true })).toMatchObject({
      message,
      unhandled: true,
      hasCode: false,
    });
  });

  test('an unknown page says its path', () => {
    expect(pageNotFound('/niets')).toMatchObject({
      statusCode: 404,
      message: 'Page not found: /niets',
      fatal: true,
    });
  });
});

describe('the words of the error screen', () => {
  const named = (input: ConstructorParameters<typeof Problem>[0], path = '/vacancies/3') =>
    errorTexts(new Problem(input), path).titleKey;
  test.each([
    [{ message: 'You are at the wrong center', statusCode: 403 }, 'wrongCenter'],
    [{ statusCode: 401 }, 'unauthorized'],
    [{ statusCode: 403 }, 'forbidden'],
    [{ statusCode: 404 }, 'notFound'],
    [{ statusCode: 410 }, 'gone'],
    [{ statusCode: 503 }, 'withCode'],
    [{ message: 'boom' }, 'unknown'],
  ])('%o: %s', (input, name) => {
    expect(named(input)).toBe(`errors:screen.${name}.title`);
  });

  test('what is gone is named: a link, a vacancy, something else', () => {
    const gone = (code: string) => ({ statusCode: 410, data: [{ code }] });
    expect(named(gone('link_expired'), '/unsubscribe/x')).toBe('errors:screen.linkExpired.title');
    expect(named(gone('link_used'), '/confirm')).toBe('errors:screen.linkUsed.title');
    expect(named(gone('gone'), '/en/vacancies/3')).toBe('errors:screen.gone.title');
    expect(named(gone('gone'), '/users/3')).toBe('errors:screen.goneOther.title');
  });

  test('the code is named', () => {
    expect(errorTexts(new Problem({ statusCode: 503 })).values).toEqual({ code: 503 });
  });
});

describe('who hears of an error', () => {
  test.each([
    [404, 0],
    [302, 0],
    [500, 1],
  ])('%i is forwarded %i times', (statusCode, times) => {
    const hook = vi.fn();
    const stop = onError(hook);
    reportError(new Problem({ statusCode }));
    stop();
    expect(hook).toHaveBeenCalledTimes(times);
  });

  test.each([
    'Googlebot/2.1',
    'Mozilla/5.0 Chrome-Lighthouse',
    'facebookexternalhit/1.1',
    'Google-InspectionTool',
  ])('%s is a crawler', (agent) => {
    expect(isCrawler(agent)).toBe(true);
  });

  test('a crawler is not shown an error, but the hook hears it', () => {
    const hook = vi.fn();
    const stop = onError(hook);
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Googlebot/2.1');
    showError(new Error('boom'));
    stop();
    expect(shownError.value).toBeNull();
    expect(hook).toHaveBeenCalledOnce();
  });
});
