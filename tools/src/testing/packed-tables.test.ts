import { expect, it } from 'vitest';
import { packTables, unpackTables } from './packed-tables.ts';

/** Cells with everything that a number could be mistaken for. */
const ODD = [
  null,
  '',
  '0',
  '007',
  '-7',
  '-0',
  '1.10',
  '1.010',
  '1e5',
  'a12',
  '12a',
  '\\x00ff12',
  '12_3',
  '99999999999999999999',
  'ä 5 – 6',
  '5,6,7',
  '2026-11-23 04:05:06.1+00',
  '{"a":[1,22,333],"b":"4"}',
];

it('reads back every cell as it was', () => {
  const table = { name: 'odd', columns: ['a', 'b'], last: 17, rows: ODD.flatMap((a) => ODD.map((b) => [a, b])) };
  expect(unpackTables(packTables({ made: 1 }, [table]))).toEqual({ head: { made: 1 }, tables: [table] });
});

it('packs rows that count up to nearly nothing', () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => [
    String(n),
    `{"type":"openAccount","account":${n * 3},"key":"open-${n}"}`,
  ]);
  expect(packTables(null, [{ name: 'rows', columns: ['id', 'command'], last: null, rows }]).length).toBeLessThan(1000);
});

it('refuses a text that it could not read back', () => {
  const table = { name: 'odd', columns: ['a'], last: null, rows: [['a\u{1}b']] };
  expect(() => packTables(null, [table])).toThrow('stands for numbers');
});
