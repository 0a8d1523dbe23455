import { SAMPLE_STRATEGIES } from '@fairlot/contract';
import { MINUTE_MS, SECOND_MS } from '@fairlot/domain';
import { z } from 'zod/mini';
import { breakout } from './breakout.ts';
import { meanReversion } from './mean-reversion.ts';
import { Trader } from './trader.ts';
import { trend } from './trend.ts';

/** Interval between two evaluations of the market. */
const PULSE_MS = 15 * SECOND_MS;
/** Upper limit of the backoff after failures. */
const BACKOFF_LIMIT_MS = 5 * MINUTE_MS;

/** The first message from the parent process. */
const startMessage = z.object({
  url: z.string(),
  keys: z.array(z.object({ strategy: z.enum(SAMPLE_STRATEGIES), key: z.string() })),
});

/** Runs the sample strategies in a child process of the server, which ends with the server. */
process.once('message', (message) => {
  const { url, keys } = startMessage.parse(message);
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
      pause = Math.min(BACKOFF_LIMIT_MS, pause * 2);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
}

/** Logs a failure at debug level only: it concerns the sample strategies, and needs no alarm. */
function warn(message: string): void {
  if (process.env['FAIRLOT_LOG_LEVEL'] === 'debug') process.stderr.write(`sample strategies: ${message}\n`);
}
