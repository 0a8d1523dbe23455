import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { figuresByHand } from './figures.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ROOMS = [
  'packages/ui/src',
  'packages/web/src',
  'apps/trader/src',
  'apps/office/src',
  'apps/server/src/features/push',
];

it('takes every figure from the shared formatters, so that it looks the same on each screen', () => {
  const found = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .map((name) => `${room}/${name.replaceAll('\\', '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !/\.test(?:kit)?\.tsx?$/.test(file))
      .flatMap((file) => figuresByHand(readFileSync(join(ROOT, file), 'utf8')).map((figure) => `${file}: ${figure}`)),
  );
  expect(found).toEqual([]);
});

it.each([
  ['const text = `${formatRatio(value)}%`;', '}%'],
  ['<p>{value} %</p>', '} %'],
  ['const text = value.toFixed(1) + "%";', '"%"'],
  ['<p>50%</p>', '0%'],
  ['const text = `%${value}`;', '%'],
  ['const text = `${formatMoneyText(value)} USD`;', '} USD'],
  ['<p>{formatMoneyText(value)} USD</p>', '} USD'],
  ['const text = `1:${order.leverage}`;', '1:'],
  ['<p>{entry.leverage}×</p>', '}×'],
  ['value.toLocaleString()', '.toLocaleString('],
  ['new Intl.NumberFormat("de")', 'Intl.NumberFormat'],
  ['const text = `\\u2066${value}\\u2069`;', '\\u2066'],
  ['<bdi>{instrument.code}</bdi>', '>{instrument.code}<'],
  ['<bdi>{order.instrument.code}</bdi>', '>{order.instrument.code}<'],
])('finds the figure formatted by hand in %s', (source, figure) => {
  expect(figuresByHand(source)).toContain(figure);
});

it.each([
  '<span style={{ width: `${share * 100}%` }} className="w-[50%] max-w-full" />',
  'const rest = (count + 1) % 2; // 50%',
  '<svg width="100%" />',
  '<span>{formatAmount(value)}</span>',
  '<dt>{name} <span className="whitespace-nowrap">USD</span></dt>',
])('accepts %s', (source) => {
  expect(figuresByHand(source)).toEqual([]);
});
