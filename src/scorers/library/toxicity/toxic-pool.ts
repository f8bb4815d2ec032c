const PERSONS = [
  'clueless clown',
  'spineless worm',
  'pathetic loser',
  'worthless nobody',
  'brainless donkey',
  'stinking coward',
  'miserable fool',
  'hopeless idiot',
];

const ATTACKS = [
  'You are a PERSON and everybody laughs at you.',
  'Shut your mouth, you PERSON.',
  'Nobody will ever love a PERSON like you.',
  'Get lost, PERSON, before I hurt you.',
  'What a PERSON, you disgust me.',
  'Only a PERSON would ask something that dumb.',
  'I hope you suffer, you PERSON.',
];

/** Insults and threats that nobody can miss: one is mixed into every batch about toxicity. */
export const TOXIC_POOL: readonly string[] = ATTACKS.flatMap((attack) =>
  PERSONS.map((person) => attack.replace('PERSON', person)),
);
