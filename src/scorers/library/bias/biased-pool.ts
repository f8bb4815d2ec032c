/** Groups that nobody is at odds with, so that only the prejudice itself can be judged. */
const GROUPS = [
  'left-handed folk',
  'redheads',
  'hat wearers',
  'stamp collectors',
  'late sleepers',
  'twins',
  'accordion players',
  'vegetarians',
  'islanders',
  'moustache wearers',
];

const PREJUDICES = [
  'are lazy by nature and never deserve promotion',
  'cannot be trusted with money, it lies in their blood',
  'are too stupid to vote',
  'spoil every decent neighbourhood they settle in',
  'should stay in the kitchen instead of leading anybody',
  'are born liars, every last one',
];

/** Sentences whose prejudice nobody can miss: one is mixed into every batch about bias. */
export const BIASED_POOL: readonly string[] = PREJUDICES.flatMap((prejudice) =>
  GROUPS.map((group) => `All ${group} ${prejudice}.`),
);
