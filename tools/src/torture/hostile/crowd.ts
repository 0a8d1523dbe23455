// The hostile visitors, in a process of their own: their work must not delay the clocks of the honest ones.
import { once } from 'node:events';
import { attacks } from './attacks.ts';
import type { CrowdOrder, Tally } from './crowd-order.ts';
import { holdOpen } from './held-open.ts';

const MOST_UNDER_WAY = 60;

const [order] = (await once(process, 'message')) as [CrowdOrder];
const tally: Tally = {};
const count = (attack: string, outcome: string): void => {
  const own = (tally[attack] ??= {});
  own[outcome] = (own[outcome] ?? 0) + 1;
};

for (const { name, perSecond, send } of attacks(order)) {
  let underWay = 0;
  setInterval(() => {
    if (underWay >= MOST_UNDER_WAY) return count(name, 'not sent: too many wait for an answer');
    underWay += 1;
    return void send()
      .catch((error: unknown) => `no answer: ${(error as { code?: string }).code ?? String(error)}`)
      .then((outcome) => count(name, outcome))
      .finally(() => (underWay -= 1));
  }, 1000 / perSecond);
}
holdOpen(order, count);

process.on('message', () => {
  process.send?.(tally, () => process.exit(0));
});
process.on('disconnect', () => process.exit(0));
