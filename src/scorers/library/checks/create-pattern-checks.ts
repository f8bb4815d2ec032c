import type { z } from 'zod';
import { notScorable } from '../../builder/not-scorable.js';
import { answerText } from '../../builder/run-texts.js';
import { readOptions } from '../../read-options.js';
import { jsonSchema } from './about-json-schema.js';
import { regex } from './about-regex.js';
import { createCheck } from './create-check.js';
import type { Given } from './create-text-checks.js';
import { checkJsonSchema } from './json-schema-check.js';
import { checkRegex, LONGEST_MATCHED } from './regex-check.js';

export type RegexOptions = z.input<typeof regex.options>;
export type JsonSchemaOptions = z.input<typeof jsonSchema.options>;

/**
 * 1 where the answer matches a regular expression, else 0; answers above 20,000 characters are not scorable. A pattern
 * that can match one text in very many ways (`(a+)+b`) may never end: nothing here can stop it.
 * @throws UserError naming every option that does not exist or is out of range; an invalid pattern too.
 */
export function createRegexCheck(given: Given<RegexOptions>, id: string = regex.id) {
  const options = readOptions(regex, given);
  const pattern = `/${options.pattern}/${options.flags}`;
  return createCheck({ id, name: 'Regex', description: `Whether the answer matches ${pattern}.` }, (run) => {
    const output = answerText(run);
    const found = checkRegex(output, options);
    if (found === null) {
      return notScorable(
        `The answer has ${output.length} characters; patterns are matched with up to ${LONGEST_MATCHED}.`,
      );
    }
    return { ...found, shown: { output, pattern, matched: found.passed } };
  });
}

/**
 * 1 where the answer is JSON that fits a JSON Schema, else 0.
 * @throws UserError naming every option that does not exist or is out of range, and every keyword of the schema that
 * could not be checked.
 */
export function createJsonSchemaCheck(given: Given<JsonSchemaOptions>, id: string = jsonSchema.id) {
  const options = readOptions(jsonSchema, given);
  return createCheck({ id, name: 'JSON Schema', description: jsonSchema.summary }, (run) => {
    const output = answerText(run);
    const found = checkJsonSchema(output, options);
    return { ...found, shown: { output, fits: found.passed } };
  });
}
