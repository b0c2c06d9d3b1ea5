// What differs on a device, in place before the app is.
import { openLinksOutside } from './external-links.ts';
import { leadCalls } from './server-calls.ts';

leadCalls();
openLinksOutside();
