import { describe, expect, it } from 'vitest';
import type { StatementForm } from '../../src/offline-judge/statement-form.js';
import { viewText } from '../../src/offline-judge/text-view.js';

const FORMS: Readonly<Record<StatementForm, readonly string[]>> = {
  instruction: [
    'Soak the beans overnight.',
    'Then wipe it with a dry cloth.',
    'Never pour fat down the drain.',
    'Please bring a photo.',
    'Loosen all four screws and lift off the lid.',
    'The lid gets hot, so hold it with a cloth.',
    'Wait for the second beep.',
    'Legen Sie das Gerät auf eine weiche Unterlage.',
    'Ouvrez le robinet lentement.',
    'フタを閉めてください。',
  ],
  condition: [
    'If the lamp stays dark, the fuse is gone.',
    'That works as long as the seal is intact.',
    'Wenn der Deckel klemmt, ist er zu heiß.',
    'フタが開かない場合は冷ましてからです。',
  ],
  address: ['You will hear a click.', 'Most of it can stay on your desk.'],
  speaker: ["I'll look it up tomorrow.", 'Sorry, we have run out of them.', 'Ich werde das prüfen.'],
  elliptic: [
    'Forty grams.',
    'Behind the boiler, on the left.',
    'A wider one; it gives more room.',
    'The blue kind will do as well.',
    'Tiene doce litros.',
    '水曜の夜に届きます。',
  ],
  claim: [
    'Herons stand in shallow water.',
    'The tower leans a little.',
    'Testing a bridge takes months.',
    'Test results are in.',
    'Half the town was asleep.',
    'Les maisons du port ont des volets.',
    'Los gatos duermen mucho.',
    'El puente es muy viejo.',
    'Störche nisten auf Dächern.',
    '猫は魚を食べます。',
  ],
};

describe('the form of a statement', () => {
  it.each(Object.entries(FORMS).flatMap(([form, texts]) => texts.map((text) => ({ form, text }))))(
    '$form: $text',
    ({ form, text }) => {
      expect(viewText(text).form).toBe(form);
    },
  );
});
