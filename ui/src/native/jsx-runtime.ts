// React's JSX runtime, for the build of the native app: addresses of the server's files lead to the server. Takes the place of
// `react/jsx-runtime` in that build (ui/vite.native.config.ts).
import { jsx as draw, jsxs as drawMany, Fragment } from 'react/jsx-runtime';
import { fileAddress, htmlWithOrigin, sourceSet } from './origin.ts';

type Props = Record<string, unknown>;
type Draw = typeof draw;

const ADDRESSES = ['src', 'href', 'poster'];

function withOrigin(props: Props): Props {
  const led: Props = { ...props };
  for (const name of ADDRESSES) {
    const value = led[name];
    if (typeof value === 'string') led[name] = fileAddress(value);
  }
  if (typeof led.srcSet === 'string') led.srcSet = sourceSet(led.srcSet);
  const html = (led.dangerouslySetInnerHTML as { __html?: unknown } | undefined)?.__html;
  if (typeof html === 'string') led.dangerouslySetInnerHTML = { __html: htmlWithOrigin(html) };
  return led;
}

const leading =
  (original: Draw): Draw =>
  (type, props, key) =>
    original(type, typeof type === 'string' ? withOrigin(props as Props) : props, key);

const jsx = leading(draw);
const jsxs = leading(drawMany);

export { Fragment, jsx, jsxs };
