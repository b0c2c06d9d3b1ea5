// The credentials of an app that is installed on a device. There is no cookie between its origin and that of the server,
// so the token goes with each call as a header, as it does for other programs (docs/api.md#signing-in).
const TOKEN_KEY = 'voluntr-token';
const DEVICE_KEY = 'voluntr-device';

const SIGN_OUT = '/auth/sign_out';
const CURRENT_USER = '/api/v1/current_user';

/** Changes the headers of a call: the token of who is signed in, and the secret that names a known device. */
export function addTokens(path: string, headers: Headers): void {
  // Asks for a cookie.
  headers.delete('App-Session');
  const token = localStorage.getItem(TOKEN_KEY);
  if (token && headers.has('client')) headers.set('access-token', token);
  const device = localStorage.getItem(DEVICE_KEY);
  if (device && path.startsWith('/auth/')) headers.set('device-token', device);
}

/** Keeps what an answer handed out; the token ends with the session. */
export function keepTokens(path: string, answer: Response): void {
  const token = answer.headers.get('access-token');
  const device = answer.headers.get('device-token');
  if (token) localStorage.setItem(TOKEN_KEY, token);
  if (device) localStorage.setItem(DEVICE_KEY, device);
  // A wrong password is no end of a session.
  const isOver = answer.status === 401 && path === CURRENT_USER;
  if (path === SIGN_OUT || isOver) localStorage.removeItem(TOKEN_KEY);
}
