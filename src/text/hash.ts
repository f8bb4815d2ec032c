import { hash } from 'node:crypto';

/** Hex SHA-256 of a text's UTF-8, or its first characters: four bits each. */
export function sha256(text: string, length = 64): string {
  return hash('sha256', text, 'hex').slice(0, length);
}

/** The same of a value as JSON: the key of anything that is looked up again. */
export function digest(value: unknown, length = 32): string {
  return sha256(JSON.stringify(value), length);
}
