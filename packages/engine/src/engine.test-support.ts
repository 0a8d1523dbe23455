import { type Instrument, type Quote, lots, money, price, rate } from '@fairlot/domain';
import {
  type Applied,
  type ClientCommand,
  type Outcome,
  type PlaceOrder,
  type TradingEngine,
  createEngine,
} from './index.ts';

export const NOW = 1_700_000_000_000;
export const EURUSD = 1;
export const USDJPY = 2;

/** Terms of an instrument. */
export function terms(id: number, change: Partial<Instrument> = {}): Instrument {
  return {
    id,
    code: `I${id}`,
    quoteCurrency: 'USD',
    pricePrecision: 5,
    lotStep: lots('0.01'),
    minLots: lots('0.01'),
    maxLots: lots('100'),
    unitsPerLot: 100_000n,
    marginMode: 'leveraged',
    leverages: [100, 500],
    feeRate: rate('0.01'),
    swap: { mode: 'points', long: rate('-7'), short: rate('2'), tripleWeekday: 3 },
    conversion: null,
    staleAfterMs: 10_000,
    ...change,
  };
}

/** The engine under test, replaced by `startEngine`, with the last quote number and key number. */
export const fixture: { engine: TradingEngine; seq: number; keys: number } = {
  engine: createEngine(),
  seq: 0,
  keys: 0,
};

/** A quote with the next sequence number. */
export function quote(instrument: number, bid: string, ask: string, time = NOW): Quote {
  fixture.seq += 1;
  return { instrument, seq: fixture.seq, time, bid: price(bid), ask: price(ask) };
}

export type CommandDraft = ClientCommand extends infer C
  ? C extends ClientCommand
    ? Omit<C, 'time' | 'account' | 'key'> & { account?: number; time?: number }
    : never
  : never;

/** Submits a command under a new key and returns all rows. */
export function submit(draft: CommandDraft): readonly Applied[] {
  fixture.keys += 1;
  const submission = fixture.engine.submit({ time: NOW, account: 1, key: `k${fixture.keys}`, ...draft }, true);
  if (submission.kind !== 'applied') throw new Error(`not applied but ${submission.kind}`);
  return submission.rows;
}

/** Submits a command and returns the outcome of its row. */
export function outcome(draft: CommandDraft): Outcome | undefined {
  return submit(draft)[0]?.outcome;
}

/** Places an order and returns its number. */
export function place(change: Partial<PlaceOrder> = {}): number {
  const answer = outcome({
    type: 'placeOrder',
    instrument: EURUSD,
    side: 'buy',
    lots: lots('1'),
    leverage: 100,
    ...change,
  });
  if (answer?.ok !== true || answer.order === undefined) throw new Error(`not placed: ${JSON.stringify(answer)}`);
  return answer.order;
}

export const events = (rows: readonly Applied[], type: string): readonly object[] =>
  rows.flatMap((row) => row.events).filter((event) => event.type === type);
export const markets = (rows: readonly Applied[]): number[] =>
  rows.flatMap((row) => row.markets.map((view) => view.seq));
export const cash = (): bigint | undefined => fixture.engine.account(1)?.cash;

/** Creates a new engine with rules, two instruments, quotes and a demo account. */
export function startEngine(): void {
  fixture.engine = createEngine();
  fixture.engine.submit({
    type: 'setRules',
    time: NOW,
    rules: { feeMode: 'ofMargin', stopOutPercent: 50, demoFunds: money('10000'), maxOrdersPerAccount: 1000 },
  });
  fixture.engine.submit({ type: 'defineInstrument', time: NOW, instrument: terms(EURUSD) });
  fixture.engine.submit({
    type: 'defineInstrument',
    time: NOW,
    instrument: terms(USDJPY, {
      pricePrecision: 3,
      quoteCurrency: 'JPY',
      conversion: { instrument: USDJPY, inverse: true },
    }),
  });
  for (const id of [EURUSD, USDJPY]) fixture.engine.setOpen(id, true);
  fixture.engine.onQuote(quote(EURUSD, '1.10000', '1.10010'), NOW);
  fixture.engine.onQuote(quote(USDJPY, '150.000', '150.010'), NOW);
  submit({ type: 'openAccount', kind: 'demo' });
}
