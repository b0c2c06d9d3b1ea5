// Leads the calls of the app to its server: `fetch`, uploads, and files that a script names. The app itself asks
// paths, as it does where the server is the site's own.
import { callAddress, fileAddress } from './origin.ts';
import { addTokens, keepTokens } from './tokens.ts';

/** Which build runs is a matter of the device's shop. */
const BUILDS = '/builds/';

const pathOf = (address: string): string => address.replace(/[?#].*$/, '');

function leadFetch(): void {
  const fetchOwn = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (input, init = {}) => {
    if (typeof input !== 'string' || callAddress(input) === input) return fetchOwn(input, init);
    const path = pathOf(input);
    if (path.startsWith(BUILDS)) return new Response(null, { status: 404 });
    const headers = new Headers(init.headers);
    addTokens(path, headers);
    const answer = await fetchOwn(callAddress(input), { ...init, headers, credentials: 'omit' });
    keepTokens(path, answer);
    return answer;
  };
}

function leadUploads(): void {
  const { open, setRequestHeader } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function openAtServer(
    this: XMLHttpRequest,
    method: string,
    url: string | URL,
    isAsync = true,
    user: string | null = null,
    password: string | null = null,
  ) {
    Reflect.apply(open, this, [method, callAddress(String(url)), isAsync, user, password]);
  };
  XMLHttpRequest.prototype.setRequestHeader = function withToken(name, value) {
    setRequestHeader.call(this, name, value);
    if (name.toLowerCase() !== 'client') return;
    const tokens = new Headers({ client: value });
    addTokens('', tokens);
    const token = tokens.get('access-token');
    if (token) setRequestHeader.call(this, 'access-token', token);
  };
}

/** Tiles of a map and the icon of the page are no elements that a component draws. */
function leadFiles(prototype: HTMLElement, name: 'src' | 'href'): void {
  const own = Object.getOwnPropertyDescriptor(prototype, name);
  if (!own?.set) return;
  const { set } = own;
  Object.defineProperty(prototype, name, {
    ...own,
    set(this: HTMLElement, address: string) {
      set.call(this, fileAddress(String(address)));
    },
  });
}

export function leadCalls(): void {
  leadFetch();
  leadUploads();
  leadFiles(HTMLImageElement.prototype, 'src');
  leadFiles(HTMLLinkElement.prototype, 'href');
}
