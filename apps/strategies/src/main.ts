import { SAMPLE_STRATEGIES } from '@fairlot/contract';
import { z } from 'zod/mini';
import { breakout } from './breakout.ts';
import { meanReversion } from './mean-reversion.ts';
import { Trader } from './trader.ts';
import { trend } from './trend.ts';

/** Between two looks at the market. */
const PULSE_MS = 15_000;
/** After a failure the pause doubles, up to this. */
const MOST_PAUSE_MS = 5 * 60_000;

/** What whoever starts this process tells it first. */
const order = z.object({
  url: z.string(),
  keys: z.array(z.object({ strategy: z.enum(SAMPLE_STRATEGIES), key: z.string() })),
});

/** The sample strategies as a process of their own, beside the server that started it: they end with it. */
process.once('message', (message) => {
  const { url, keys } = order.parse(message);
  for (const strategy of [trend, breakout, meanReversion]) {
    const demoKey = keys.find((each) => each.strategy === strategy.name)?.key;
    if (demoKey !== undefined) void trade(new Trader({ strategy, baseUrl: url, demoKey, fetch, warn }));
  }
});
process.once('disconnect', () => process.exit(0));

async function trade(trader: Trader): Promise<never> {
  let pause = PULSE_MS;
  for (;;) {
    try {
      await trader.pulse();
      pause = PULSE_MS;
    } catch (error) {
      warn(String(error));
      pause = Math.min(MOST_PAUSE_MS, pause * 2);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
}

/** What goes wrong here is the strategies' own affair: it is worth a line for whoever looks, and no alarm. */
function warn(message: string): void {
  if (process.env['FAIRLOT_LOG_LEVEL'] === 'debug') process.stderr.write(`sample strategies: ${message}\n`);
}
