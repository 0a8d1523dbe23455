import { LANGUAGE_CODES } from '@fairlot/i18n';
import { expect, it } from 'vitest';
import { countriesIn, countryName } from './countries.ts';

it.each(LANGUAGE_CODES)('has a name of its own for every country in %s', (language) => {
  const countries = countriesIn(language);
  expect(countries.length).toBe(250);
  expect(countries.filter(({ value, label }) => label === value)).toEqual([]);
  expect(new Set(countries.map(({ label }) => label)).size).toBe(250);
});

it('names a country as the language does, and leaves what is none', () => {
  expect(countryName('de', 'CH')).toBe('Schweiz');
  expect(countryName('en', '')).toBe('');
  expect(countriesIn('de').findIndex(({ value }) => value === 'AT')).toBeGreaterThan(
    countriesIn('de').findIndex(({ value }) => value === 'EG'),
  );
});
