import { describe, expect, it } from 'vitest';
import { looksEnglish } from '../../src/text/language.js';

describe('English', () => {
  it.each([
    ['The weather is fine.', true],
    ['Paris', true],
    ['Los Angeles, Las Vegas, El Paso', true],
    ['Ask for the café “Le Monde” in Paris', true],
    ['42', true],
    ['', true],
    ['Das Wetter ist schön und sonnig.', false],
    ['Il fait beau dans le nord de la France.', false],
    ['El tren sale a las nueve y llega por la tarde.', false],
    ['Hij komt niet met de trein.', false],
    ['東京の天気', false],
    ['Погода хорошая', false],
    ['The word 東京 means Tokyo and is the name of a city', true],
  ])('%j: %s', (text, english) => {
    expect(looksEnglish(text)).toBe(english);
  });
});
