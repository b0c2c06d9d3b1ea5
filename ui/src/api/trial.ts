// Asks any address as it is: for the pages on which parts are tried, and for nothing else.
import type { Answer, RequestOptions } from './client.ts';
import { get } from './client.ts';

export const tryAddress = (path: string, options?: RequestOptions): Promise<Answer> => get(path, options);
