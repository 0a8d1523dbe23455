import { staffCalls } from '@fairlot/contract';
import type { Steps } from './state.ts';

/** The reasons for which the server rejects a quote. */
const REJECTIONS = [
  'malformed',
  'unknown_instrument',
  'not_a_price',
  'crossed',
  'absurd_spread',
  'out_of_order',
  'late',
  'ahead',
  'spike',
];

/** A live source in a state. */
const source = (name: string, phase: string, reason: string, more: object): object => ({
  name,
  phase,
  reason,
  detail: '',
  since: '2026-01-02T03:04:05.000Z',
  quotes_per_second: 0,
  malformed: 0,
  refused: 0,
  unknown_symbols: [],
  instruments: 0,
  contradicted: [],
  ...more,
});

/** An instrument whose charts wait for their past. */
const past = (code: string, name: string, more: object): object => ({
  code,
  source: name,
  period: '1min',
  filled_to: '2026-01-01T12:30:00.000Z',
  wanted_to: '2026-01-02T03:04:00.000Z',
  bars: 0,
  reason: null,
  detail: '',
  since: null,
  ...more,
});

/**
 * Simulates a state of health in which everything is wrong, with a stuck record of each kind. The simulation stays,
 * because the screen reads the state again every few seconds.
 */
export const inTrouble: Steps = async ({ page, say }) => {
  const path = `**${staffCalls.officeHealth.path}*`;
  const stuck = (['deposits', 'withdrawals', 'adjustments'] as const).map((kind, index) => ({
    kind,
    id: 41 + index,
    reason: 'withdrawal_not_held',
    text: say('reason.withdrawal_not_held'),
    since: '2026-01-02T03:04:05.000Z',
    tries: 3,
  }));
  await page.route(path, async (route) => {
    const answer = (await (await route.fetch()).json()) as { readonly data: object };
    const trouble = {
      trading_ready: false,
      stale: ['EURUSD'],
      in_doubt: ['BTCUSD', 'ETHUSD'],
      without_quote: ['XAUUSD'],
      sourceless: ['US500', 'GER40'],
      sources: [
        source('oanda', 'refused', 'unauthorized', { detail: '401 Insufficient authorization', instruments: 0 }),
        source('kraken', 'live', 'connected', { quotes_per_second: 38, instruments: 8, unknown_symbols: ['BNB/USD'] }),
      ],
      past: {
        waiting: 2,
        bars: 41_250,
        malformed: 0,
        list: [
          past('US500', 'oanda', {
            period: '5min',
            reason: 'unauthorized',
            detail: 'HTTP 401: Insufficient authorization',
            since: '2026-01-02T03:04:05.000Z',
            bars: 20_160,
          }),
          past('BTCUSD', 'kraken', { filled_to: null }),
        ],
      },
      clock_off_ms: 65_000,
      ending_calendars: [
        { calendar: 'energy', last_day: '2026-12-31', days_left: 40 },
        { calendar: 'metals', last_day: '2027-12-31', days_left: 404 },
      ],
      backups: { newest_at: null, overdue: true, failed: ['check', 'log'] },
      outbox: { waiting: 2, held: 3, failed: 4 },
      quotes_rejected: Object.fromEntries(REJECTIONS.map((reason, index) => [reason, 1_200 + index])),
      stuck: { total: stuck.length, list: stuck },
    };
    await route.fulfill({ json: { ...answer, data: { ...answer.data, ...trouble } } });
  });
  await page.reload();
  await page.getByTestId('stuck').waitFor();
};
