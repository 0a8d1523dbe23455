import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wireNames, wireNamesIn } from './wire-names.ts';

const ROOT = join(import.meta.dirname, '../../..');
const NONE: ReadonlySet<string> = new Set();
const { read, sent } = wireNames();
const all = new Set([...read, ...sent]);

function found(room: string, forbidden: Parameters<typeof wireNamesIn>[2], exempt?: RegExp): string[] {
  return readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .map((name) => `${room}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test(?:kit)?\.tsx?$/.test(file) && exempt?.test(file) !== true)
    .flatMap((file) =>
      wireNamesIn(file, readFileSync(join(ROOT, file), 'utf8'), forbidden).map((name) => `${file} ${name}`),
    );
}

describe('the names of the wire', () => {
  it.each(['apps/trader/src', 'apps/strategies/src', 'packages/web/src', 'packages/ui/src'])('are not in %s', (room) =>
    expect(found(room, { read: all, written: all })).toEqual([]),
  );

  it('are in the models of the client alone', () =>
    expect(found('packages/client/src', { read: all, written: all }, /\/src\/model\//)).toEqual([]));

  // Its forms are drawn from the contract's own inputs, field by field, and send them as they are.
  it('are not read in the office', () => expect(found('apps/office/src', { read, written: NONE })).toEqual([]));

  it('are those of answers, of the socket and of inputs', () => {
    for (const name of ['ForexTradeLists', 'OrderType', 'HazardRate', 'MarketStatus', 'proof_img', 'created_at'])
      expect(read).toContain(name);
    for (const name of ['stop_loss_price', 'draw_currency_id']) expect(sent).toContain(name);
    for (const name of ['id', 'three_week_rate']) expect(all).not.toContain(name);
  });
});

it.each([
  ['order.OrderType === 1', 'OrderType:1'],
  ['order["OrderType"]', 'OrderType:1'],
  ['const { Status: status } = order;', 'Status:1'],
  ['const { Status } = order;', 'Status:1'],
  ['({ Status }: Order) => Status', 'Status:1'],
  ['interface Row { readonly created_at: string }', 'created_at:1'],
  ['type Kind = Order["Kind"];', 'Kind:1'],
  ['api.call("submit", { forex_id: 1 })', 'forex_id:1'],
  ['const sent = { forex_id };', 'forex_id:1'],
])('finds them in %s', (source, name) => {
  expect(wireNamesIn('a.ts', source, { read: all, written: all })).toContain(name);
});

it.each(['const text = "created_at";', 'type Status = 1;', 'import { Price } from "@fairlot/ui"; <Price />;'])(
  'has nothing against %s',
  (source) => expect(wireNamesIn('a.tsx', source, { read: all, written: all })).toEqual([]),
);
