// What a value must be, checked as the server does. Pure: gives a rule's name and its numbers, not a sentence.
import { keptPhone } from '../../lib/locale/kept-phone.ts';
import { keptPostalCode } from '../../lib/locale/postal-code.ts';

export interface FieldConstraints {
  required?: boolean;
  type?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  enum?: readonly (string | number)[];
  format?: string;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
}

export type FormConstraints = Readonly<Record<string, FieldConstraints>>;

export type FieldValue = string | number | boolean | null | undefined | readonly string[];

export interface BrokenRule {
  rule: string;
  count?: number;
  limit?: number;
}

/** The server holds `base/email.rs` to the same: a dot in the domain, and two signs behind the last one. */
const EMAIL = /^[^\s@]+@([^\s@.[\]]+\.)+[^\s@.[\]]{2,}$/;
/** `9:30`, `9.30` and `09:30`, as the server reads them; there is no 25:00. */
const TIME = /^([01]?\d|2[0-3])[:.][0-5]\d(:00)?$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

export function isEmpty(value: FieldValue): boolean {
  if (value === null || value === undefined || value === false) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

/** The first rule that does not hold, or null. */
export function brokenRule(value: FieldValue, rules: FieldConstraints): BrokenRule | null {
  if (isEmpty(value)) {
    if (!rules.required) return null;
    return { rule: rules.type === 'boolean' ? 'accepted' : 'required' };
  }
  if (Array.isArray(value)) return brokenCount(value.length, rules);
  if (typeof value === 'number') return brokenNumber(value, rules);
  if (typeof value !== 'string') return null;
  return isNumeric(rules)
    ? { rule: 'number' }
    : (brokenText(value, rules) ?? brokenFormat(value.trim(), rules));
}

export function isNumeric(rules: FieldConstraints): boolean {
  return rules.type === 'number' || rules.type === 'integer';
}

function brokenCount(count: number, { minItems, maxItems }: FieldConstraints): BrokenRule | null {
  if (minItems !== undefined && count < minItems) return { rule: 'min_items', count: minItems };
  if (maxItems !== undefined && count > maxItems) return { rule: 'max_items', count: maxItems };
  return null;
}

function brokenNumber(value: number, rules: FieldConstraints): BrokenRule | null {
  if (!Number.isFinite(value)) return { rule: 'number' };
  if (rules.type === 'integer' && !Number.isInteger(value)) return { rule: 'integer' };
  if (rules.exclusiveMinimum === 0 && value <= 0) return { rule: 'positive' };
  if (rules.minimum !== undefined && value < rules.minimum) return { rule: 'minimum', limit: rules.minimum };
  if (rules.maximum !== undefined && value > rules.maximum) return { rule: 'maximum', limit: rules.maximum };
  return null;
}

function brokenText(value: string, rules: FieldConstraints): BrokenRule | null {
  const length = [...value.trim()].length;
  if (rules.minLength !== undefined && length < rules.minLength)
    return { rule: 'min_length', count: rules.minLength };
  if (rules.maxLength !== undefined && length > rules.maxLength)
    return { rule: 'max_length', count: rules.maxLength };
  return null;
}

function brokenFormat(value: string, rules: FieldConstraints): BrokenRule | null {
  if (rules.format === 'email' && !EMAIL.test(value)) return { rule: 'email' };
  if ((rules.format === 'uri' || rules.format === 'url') && !isWebAddress(value)) return { rule: 'url' };
  if (rules.format === 'date' && !isDay(value)) return { rule: 'date' };
  if (rules.format === 'time' && !TIME.test(value)) return { rule: 'time' };
  if (rules.format === 'phone' && keptPhone(value) === null) return { rule: 'phone_number' };
  if (rules.format === 'postal-code' && keptPostalCode(value) === null) return { rule: 'postal_code' };
  if (rules.enum && !rules.enum.map(String).includes(value)) return { rule: 'invalid' };
  if (rules.pattern && !matches(rules.pattern, value)) return { rule: 'invalid' };
  return null;
}

/** A pattern written for another engine may not compile here: then the server decides. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return true;
  }
}

function isWebAddress(value: string): boolean {
  try {
    const { protocol, hostname } = new URL(value);
    return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.');
  } catch {
    return false;
  }
}

export function isDay(value: string): boolean {
  const [, year, month, day] = DAY.exec(value) ?? [];
  if (!year || !month || !day) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}
