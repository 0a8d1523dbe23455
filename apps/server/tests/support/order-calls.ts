import { vi } from 'vitest';

const QUOTE_WAIT = { timeout: 120_000, interval: 50 };

/**
 * Repeats a submission while the market's price is out of date: after a test has moved the clock, the simulated market
 * quotes again with its next beat.
 */
export async function whenQuoted<Answer extends { readonly envelope: { readonly reason: string } }>(
  submit: () => Promise<Answer>,
): Promise<Answer> {
  return await vi.waitUntil(async () => {
    const answer = await submit();
    return answer.envelope.reason === 'market_data_stale' ? undefined : answer;
  }, QUOTE_WAIT);
}

/** Input of a market order to buy a tenth of a lot. */
export function marketOrder(instrument: number, more: Readonly<Record<string, unknown>> = {}) {
  return { type: 1, cont: '0.1', forex_id: instrument, status: 1, multiple: 100, ...more };
}

/** Input of a pending order, far from any price that the simulated market reaches within a test. */
export function pendingOrder(instrument: number, more: Readonly<Record<string, unknown>> = {}) {
  return marketOrder(instrument, { status: 0, target_price: '0.5', ...more });
}
