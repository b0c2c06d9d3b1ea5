// Names of fields that an answer tells as data: what changed in a version, whose colour an advice is about.
import { toCamelCase, toSnakeCase } from './jsonapi.ts';

/** As a form and an object of the app spell it. */
export const fieldOf = (wireName: string): string => toCamelCase(wireName);

/** As the api spells it. */
export const wireNameOf = (field: string): string => toSnakeCase(field);
