import { expect, it } from 'vitest';
import { namesOf, namesText } from './instrument-names.ts';

it('reads names back as they are written, in the order of the languages', () => {
  expect(namesOf(' en: Corn: December \n\nDE : Mais')).toEqual({ de: 'Mais', en: 'Corn: December' });
  expect(Object.keys(namesOf('en: Corn\nde: Mais'))).toEqual(['de', 'en']);
  const names = { de: 'Mais', en: 'Corn: December' };
  expect(namesOf(namesText(names))).toEqual(names);
  // No language has this code, so that the form marks the field.
  expect(namesOf('Corn')).toEqual({ Corn: '' });
});
