import { Script } from 'node:vm';

/** True if a text is an expression of JavaScript. Compiles it, and runs nothing. */
export function isExpression(code: string): boolean {
  // A text that closes one of these brackets and opens it again does not fit the other.
  return [`({ value: ${code} })`, `[${code}]`].every(compiles);
}

function compiles(code: string): boolean {
  try {
    return new Script(code) instanceof Script;
  } catch {
    return false;
  }
}
