import { expect, it } from 'vitest';
import { filterAreas } from './filter-areas.ts';

const areas = [
  { id: 1, code: 'AT', global_code: '43', name: 'Österreich' },
  { id: 2, code: 'GB', global_code: '44', name: 'Vereinigtes Königreich' },
  { id: 3, code: 'US', global_code: '1', name: 'Vereinigte Staaten' },
];
const found = (text: string): string[] => filterAreas(areas, text).map(({ code }) => code);

it('finds areas by name, by code and by calling code as people write it', () => {
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

it('finds areas by their names and calling codes as Arabic and Persian keyboards write them', () => {
  const neighbours = [
    { id: 5, code: 'JO', global_code: '962', name: 'الأردن' },
    { id: 6, code: 'IR', global_code: '98', name: 'ایران' },
  ];
  expect(['الاردن', 'ايران', '+۹۸'].map((text) => filterAreas(neighbours, text).map(({ code }) => code))).toEqual([
    ['JO'],
    ['IR'],
    ['IR'],
  ]);
});
