import type { ScorerDocs } from '../../docs.js';

/** By id. */
export const docs: Readonly<Record<string, ScorerDocs>> = {
  equals: {
    choices: [
      '`checks.equals(value, { ignoreCase })` is the same under its documented name and id, `check-equals`; ignoreCase is true unless it is given, as documented. Without a value the expected text is `groundTruth`, which the reference does not know; without both the answer is not scorable.',
    ],
    deviations: [
      {
        what: 'White space',
        reference: 'A line end after the answer makes it another.',
        here: 'White space around both texts does not count; composed characters.',
        why: 'Models end with a line end or not, at random.',
      },
    ],
  },
  contains: {
    choices: [
      '`checks.includes(value, { ignoreCase })` is the same under its documented name and id, `check-includes`; ignoreCase is true unless it is given, as documented. `checks.excludes` is its opposite.',
    ],
    deviations: [],
  },
  regex: {
    choices: [
      '`checks.matches(pattern, { exact })` takes a RegExp under its documented name and id, `check-matches`.',
    ],
    deviations: [
      {
        what: 'Flags g and y',
        reference: 'A RegExp with `g` remembers where it stopped, so that every second answer fails.',
        here: 'Both are left out.',
        why: 'A check depends on its answer alone.',
      },
      {
        what: '`exact` with alternatives',
        reference: '`a|b` becomes `^a|b$`, which `abc` matches.',
        here: 'The pattern as a whole must match the answer as a whole.',
        why: 'Documented as matching the entire output.',
      },
    ],
  },
  'json-schema': {
    choices: [
      'The reference has no such check; `checks.jsonSchema(schema)` beside the others. What is not checked is refused, so that no answer passes unlooked at.',
    ],
    deviations: [],
  },
  'starts-with': {
    choices: [
      'The reference has no such check; `checks.startsWith(value, { ignoreCase })` beside the others.',
    ],
    deviations: [],
  },
  'max-length': {
    choices: [
      'The reference has no such check; `checks.maxLength({ characters, words })` beside the others.',
    ],
    deviations: [],
  },
  'called-tool': {
    choices: [
      '`checks.calledTool(name, { times, arguments })` is the same under its documented name and id, `check-called-tool`; `arguments` is ours.',
    ],
    deviations: [],
  },
};
