// What a template starts from: attributes of another resource, under the names of the wire. A content is data to the API,
// so its names are not changed on the way.
import { fromWire, toWire } from './jsonapi.ts';

export const toTemplateContent = (attributes: object): Record<string, unknown> =>
  toWire(attributes) as Record<string, unknown>;

export const fromTemplateContent = (content: object): Record<string, unknown> =>
  fromWire(content) as Record<string, unknown>;
