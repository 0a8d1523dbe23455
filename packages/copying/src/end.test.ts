import { asLots, asPrice } from '@fairlot/domain';
import { expect, it } from 'vitest';
import type { CommandAnswer, CopyPort } from './port.ts';
import { CopyRun } from './run.ts';

type Refusal = Extract<CommandAnswer, { ok: false }>['reason'];

function unused(): never {
  throw new Error('an end has no deeds');
}

/** A port whose engines refuse the close of some positions. */
function portOf(refusals: ReadonlyMap<number, Refusal>): { readonly port: CopyPort; readonly done: string[] } {
  const done: string[] = [];
  const port: CopyPort = {
    begin: unused,
    situation: unused,
    find: unused,
    record: unused,
    advance: unused,
    finish: unused,
    shardOf: () => 0,
    pause: unused,
    submit: (command) => {
      const order = 'order' in command ? command.order : 0;
      done.push(`close ${order}`);
      const reason = refusals.get(order);
      return Promise.resolve(
        reason === undefined
          ? { ok: true, order, lots: asLots(1n), price: asPrice(1n), time: 0 }
          : { ok: false, reason },
      );
    },
    ended: (copy) => {
      done.push(`ended ${copy}`);
      return Promise.resolve();
    },
  };
  return { port, done };
}

it.each([
  { refused: [], left: false, steps: ['close 5', 'close 6', 'ended 1'] },
  { refused: [[5, 'order_not_open']], left: false, steps: ['close 5', 'close 6', 'ended 1'] },
  // Other positions of the copy may be in open markets.
  { refused: [[5, 'market_closed']], left: true, steps: ['close 5', 'close 6'] },
  // The whole shard takes no command, so each further one would only wait.
  { refused: [[5, 'not_ready']], left: true, steps: ['close 5'] },
  { refused: [[5, 'overloaded']], left: true, steps: ['close 5'] },
] as const)('ends a copy in one attempt: $refused', async ({ refused, left, steps }) => {
  const { port, done } = portOf(new Map(refused));
  const isEnded = await new CopyRun(port).end({ id: 1, copier: 10, positions: [5, 6], time: 0 });
  expect({ isEnded, done }).toEqual({ isEnded: !left, done: steps });
});
