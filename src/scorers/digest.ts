import { hash } from 'node:crypto';

/** Hex SHA-256 prefix (128 bits) of a JSON value: the key of anything that is looked up again. */
export function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'hex').slice(0, 32);
}
