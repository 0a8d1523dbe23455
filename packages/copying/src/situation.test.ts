import { asLots, asPrice } from '@fairlot/domain';
import { expect, it } from 'vitest';
import type { Copy, LeaderDeed } from './model.ts';
import type { CopyPort } from './port.ts';
import { CopyRun } from './run.ts';

const DEED = {
  shard: 0,
  seq: 1,
  index: 0,
  leader: 1,
  order: 4,
  instrument: 1,
  side: 'buy',
  time: 0,
  change: { type: 'close', lots: asLots(1n), before: asLots(1n), price: asPrice(1n) },
} as const satisfies LeaderDeed;

/** A port whose copier's figures can be read at the third attempt. */
function portOf(copy: Copy): { readonly port: CopyPort; readonly done: string[] } {
  const done: string[] = [];
  const note = (what: string): Promise<void> => {
    done.push(what);
    return Promise.resolve();
  };
  const followed = { state: 'ended' } as const;
  const situation = { followed, margin: 0n, lots: asLots(0n), market: undefined } as never;
  const port: CopyPort = {
    begin: (deeds) =>
      Promise.resolve(
        deeds.map((deed) => ({ number: 1, deed, copies: [{ id: copy.id, copier: copy.copier }], repeated: false })),
      ),
    situation: async () => {
      await note('situation');
      return done.length < 3 ? undefined : { copy, situation };
    },
    find: () => Promise.resolve(undefined),
    submit: () => Promise.reject(new Error('nothing is submitted')),
    record: (results) => note(`${results.length} recorded`),
    advance: () => note('advanced'),
    ended: () => Promise.resolve(),
    pause: () => Promise.resolve(),
  };
  return { port, done };
}

it('reads the figures of a copier again while its shard does not tell them', async () => {
  const { port, done } = portOf({ id: 1, leader: 1, copier: 10, state: 'active', since: 0 } as Copy);
  await new CopyRun(port).follow(0, [DEED], 1);
  expect(done).toEqual(['situation', 'situation', 'situation', '1 recorded', 'advanced']);
});
