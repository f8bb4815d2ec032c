import { expect, test } from 'vitest';
import { listSentences } from '../../src/text/sentences.js';

test.each([
  ['It rains. Take a coat!  Or not?', ['It rains.', 'Take a coat!', 'Or not?']],
  ['Ask Dr. Miller, e.g. by phone. He knows.', ['Ask Dr. Miller, e.g. by phone.', 'He knows.']],
  ['It costs 3.50 per day. No. 7 is closed.', ['It costs 3.50 per day.', 'No. 7 is closed.']],
  ['Wir schließen am 5. Mai. Danach ist Sommer.', ['Wir schließen am 5. Mai.', 'Danach ist Sommer.']],
  ['東京は晴れです。大阪は雨です。', ['東京は晴れです。', '大阪は雨です。']],
  ['no end', ['no end']],
  [' \n ', []],
])('the sentences of %j', (text, sentences) => {
  expect(listSentences(text)).toEqual(sentences);
});
