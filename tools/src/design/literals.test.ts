import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { literalsIn } from './literals.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ROOMS = ['packages/ui/src', 'apps/trader/src', 'apps/office/src'];
/** The tokens themselves, and files that cannot use them: JPEG encoding, a QR code for a camera, drawing on a canvas, print in points. */
const EXEMPT = [
  'packages/ui/src/tokens.css',
  'apps/trader/src/shared/images/shrink.ts',
  'apps/office/src/screens/entry/EnrolScreen.tsx',
  'apps/trader/src/chart/kline-',
  'apps/trader/src/features/statement/print.css',
];

it('takes colours, font sizes, radii and durations from the tokens only', () => {
  const found = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .map((name) => `${room}/${name.replaceAll('\\', '/')}`)
      .filter(
        (file) =>
          /\.(tsx?|css)$/.test(file) &&
          !/\.test\.tsx?$/.test(file) &&
          !EXEMPT.some((exempt) => file.startsWith(exempt)),
      )
      .flatMap((file) => literalsIn(readFileSync(join(ROOT, file), 'utf8')).map((literal) => `${file}: ${literal}`)),
  );
  expect(found).toEqual([]);
});

it.each([
  ['<p className="bg-[#fff]" />', '#fff'],
  ['const ink = "rgb(0 0 0 / 0.5)";', 'rgb('],
  ['<p className="text-[13px]" />', 'text-[13px]'],
  ['<p className="lg:rounded-[10px]" />', 'rounded-[10px]'],
  ['<p className="rounded-lg" />', 'rounded-lg'],
  ['<p className="text-sm" />', 'text-sm'],
  ['<p className="bg-white" />', 'bg-white'],
  ['<p className="text-red-500" />', 'text-red-500'],
  ['<p className="duration-500" />', 'duration-500'],
  ['p { font-size: 13px; }', 'font-size: 13px'],
  ['p { border-radius: 0.5rem; }', 'border-radius: 0.5rem'],
  ['<p style={{ fontSize: 13 }} />', 'fontSize: 13'],
])('finds the literal in %s', (source, literal) => {
  expect(literalsIn(source)).toEqual([literal]);
});

it.each([
  '<p className="text-14 text-quiet rounded-control bg-surface duration-200 bg-transparent text-center text-start" />',
  'p { font-size: var(--text-14); border-radius: var(--radius-control); color: var(--ink); }',
  "const symbol = '#/trade'; // issue #12345 and https://example.com/#abc",
])('accepts %s', (source) => {
  expect(literalsIn(source)).toEqual([]);
});
