import { type CheckResult, quoted } from './check-result.js';
import { schemaMismatch } from './schema-mismatch.js';

const FENCED = /^```[^\n`]*\n([\s\S]*?)\n?```$/u;

export type JsonSchemaOptions = {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly allowFence: boolean;
};

export function checkJsonSchema(answer: string, { schema, allowFence }: JsonSchemaOptions): CheckResult {
  const text = answer.trim();
  const inside = FENCED.exec(text)?.[1];
  if (inside !== undefined && !allowFence) {
    return { passed: false, reason: `Expected JSON alone, found it in a code fence: ${quoted(text)}.` };
  }
  try {
    const value: unknown = JSON.parse(inside ?? text);
    const mismatch = schemaMismatch(value, schema, { root: schema, at: '#' });
    return mismatch === null
      ? { passed: true, reason: 'The answer fits the schema.' }
      : { passed: false, reason: `The answer does not fit the schema: ${mismatch}.` };
  } catch (thrown) {
    if (thrown instanceof SyntaxError) {
      return { passed: false, reason: `Expected JSON, found ${quoted(answer)}.` };
    }
    // Only the depth of the answer can exhaust the stack: the schema's own depth is limited.
    if (thrown instanceof RangeError) return { passed: false, reason: 'The answer is nested too deeply.' };
    throw thrown;
  }
}
