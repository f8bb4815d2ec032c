import { hash } from 'node:crypto';

/** Hex SHA-256 of a text's UTF-8, cut to `length` digits of four bits each. */
export function sha256(text: string, length = 64): string {
  return hash('sha256', text, 'hex').slice(0, length);
}

/** The same for a value's JSON: a key for lookups. */
export function digest(value: unknown, length = 32): string {
  return sha256(JSON.stringify(value), length);
}

/** A text's hash for a Content-Security-Policy: `'sha256-…'`. */
export function policyHash(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
