import { expect, it } from 'vitest';
import { filterAreas } from './filter-areas.ts';

const areas = [
  { id: 1, code: 'AT', globalCode: '43', name: 'Österreich' },
  { id: 2, code: 'GB', globalCode: '44', name: 'Vereinigtes Königreich' },
  { id: 3, code: 'US', globalCode: '1', name: 'Vereinigte Staaten' },
];
const found = (text: string): string[] => filterAreas(areas, text).map(({ code }) => code);

it('finds areas by name, by country code and by calling code in any notation', () => {
  expect([
    found('vereinigt'),
    found('österreich'),
    found('us'),
    found('+44'),
    found('0043'),
    found('4'),
    found(' '),
    found('nowhere'),
  ]).toEqual([['GB', 'US'], ['AT'], ['US'], ['GB'], ['AT'], ['AT', 'GB'], ['AT', 'GB', 'US'], []]);
});

it('finds areas typed on Arabic and Persian keyboards', () => {
  const neighbours = [
    { id: 5, code: 'JO', globalCode: '962', name: 'الأردن' },
    { id: 6, code: 'IR', globalCode: '98', name: 'ایران' },
  ];
  expect(['الاردن', 'ايران', '+۹۸'].map((text) => filterAreas(neighbours, text).map(({ code }) => code))).toEqual([
    ['JO'],
    ['IR'],
    ['IR'],
  ]);
});
