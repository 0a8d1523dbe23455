import { type GroupTerms, type Instrument, type LeverageTier, lots, money, price, rate } from '@fairlot/domain';
import { type EngineImage, type OrderRecord, type TradingEngine, createEngine, restoreEngine } from '@fairlot/engine';
import { Latencies, report } from './report.ts';

const POSITIONS = Number(process.env['BENCH_POSITIONS'] ?? 1_000_000);
const EACH = 10;
const ACCOUNTS = POSITIONS / EACH;
const INSTRUMENTS = [1, 2, 3, 4, 5];
/** Outside of the group whose tiers change. */
const TRADER = ACCOUNTS + 1;
const CLUB = 5;
const ROUNDS = 3;
const LOTS = lots('0.10');

const terms = (id: number): Instrument => ({
  id,
  code: `I${id}`,
  quoteCurrency: 'USD',
  pricePrecision: 5,
  lotStep: lots('0.01'),
  minLots: lots('0.01'),
  maxLots: lots('100'),
  unitsPerLot: 100_000n,
  marginMode: 'leveraged',
  leverages: [100],
  feeRate: rate('0'),
  swap: { mode: 'points', long: rate('0'), short: rate('0'), tripleWeekday: 3 },
  conversion: null,
  staleAfterMs: 86_400_000,
});

/**
 * Re-margins a million open positions after a change of their group's tiers, next to the same review of a group without
 * tiers. The engine works its slices as its host lets it, between timers and the orders of others. Nothing is committed:
 * a review writes nothing but its stop-outs, of which there are none here.
 */
export async function run(): Promise<unknown> {
  const engine = startedEngine();
  const [withoutTiers, tiers, harsher]: Round[][] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    withoutTiers?.push(await measure(engine, []));
    tiers?.push(await measure(engine, tiersFrom('10000', 50)));
    harsher?.push(await measure(engine, tiersFrom('20000', 25)));
  }
  const figures = {
    withoutTiers: middle(withoutTiers),
    tiers: middle(tiers),
    changedTiers: middle(harsher),
    goal: 'seconds <= 1, and no pause that others notice',
  };
  report(
    'terms',
    {
      positions: POSITIONS,
      accounts: ACCOUNTS,
      instruments: INSTRUMENTS.length,
      others: 'one order each 10 ms',
      rounds: ROUNDS,
    },
    figures,
  );
  return figures;
}

/** Each account has an exposure of about 22,000 dollars in each instrument. */
function tiersFrom(from: string, leverage: number): readonly LeverageTier[] {
  return [
    { from: money('0'), leverage: 100 },
    { from: money(from), leverage },
    { from: money('10000000'), leverage: 5 },
  ];
}

interface Round {
  /** Time until every account was judged at the new margins. They count for all decisions from the beginning. */
  readonly seconds: number;
  /** Processor time of the same, with the orders of others in it. */
  readonly cpuSeconds: number;
  /** The turn of the change itself, in which no account waits for its margin. */
  readonly changeMs: number;
  readonly slices: number;
  /** The longest slice. */
  readonly sliceMs: number;
  /** Delay of a timer: how long sockets and health checks waited for the process. */
  readonly pause: ReturnType<Latencies['summary']>;
  /** Time from an order of another account to the engine's answer. */
  readonly answer: ReturnType<Latencies['summary']>;
}

async function measure(engine: TradingEngine, tiers: readonly LeverageTier[]): Promise<Round> {
  // New prices, so that every position has to be valued anew.
  for (const id of INSTRUMENTS) quote(engine, id);
  global.gc?.();
  await turn();
  const [pause, answer] = [new Latencies(), new Latencies()];
  const stopTimers = [every(5, (late) => pause.add(late)), every(10, (late) => order(engine, answer, late))];
  await turn();
  const own: GroupTerms[] = INSTRUMENTS.map((instrument) => ({ instrument, tiers }));
  const cpu = process.cpuUsage();
  const begin = performance.now();
  engine.submit({ type: 'defineGroup', time: Date.now(), group: { id: CLUB, terms: own } });
  const changeMs = performance.now() - begin;
  let slices = 1;
  let sliceMs = 0;
  while (engine.busy) {
    await turn();
    const at = performance.now();
    const rows = engine.work(Date.now());
    if (rows.length > 0) throw new Error('an account was stopped out');
    sliceMs = Math.max(sliceMs, performance.now() - at);
    slices += 1;
  }
  const seconds = (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await turn();
  for (const stop of stopTimers) stop();
  return {
    seconds: Number(seconds.toFixed(3)),
    cpuSeconds: Number(((user + system) / 1e6).toFixed(3)),
    changeMs: Number(changeMs.toFixed(1)),
    slices,
    sliceMs: Number(sliceMs.toFixed(1)),
    pause: pause.summary(),
    answer: answer.summary(),
  };
}

/** The round of middle length. */
function middle(rounds: readonly Round[] = []): Round | undefined {
  return rounds.toSorted((one, other) => one.seconds - other.seconds)[rounds.length >> 1];
}

function startedEngine(): TradingEngine {
  const empty = createEngine();
  const time = Date.now();
  const rules = {
    feeMode: 'perLot',
    stopOutPercent: 50,
    demoFunds: money('100000'),
    maxOrdersPerAccount: 1_000_000,
  } as const;
  empty.submit({ type: 'setRules', time, rules });
  for (const id of INSTRUMENTS) empty.submit({ type: 'defineInstrument', time, instrument: terms(id) });
  empty.submit({ type: 'defineGroup', time, group: { id: CLUB, terms: [] } });
  empty.submit({ type: 'openAccount', time, account: TRADER, key: 'open', kind: 'demo' });
  for (const id of INSTRUMENTS) quote(empty, id);
  const engine = restoreEngine(crowded(empty.image()));
  for (const id of INSTRUMENTS) engine.setOpen(id, true);
  // Sets the bands of all accounts.
  for (const id of INSTRUMENTS) quote(engine, id);
  return engine;
}

/** Adds 100,000 accounts, each with a long and a short position in each of five instruments. */
function crowded(image: EngineImage): EngineImage {
  const [trader] = image.accounts;
  if (trader === undefined) throw new Error('the trader has no account');
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) => ({ ...trader, id: index + 1, group: CLUB }));
  const orders = Array.from({ length: POSITIONS }, (_, index) => position(index));
  return { ...image, nextOrder: POSITIONS + 1, accounts: [...accounts, trader], orders };
}

function position(index: number): OrderRecord {
  return {
    id: index + 1,
    account: 1 + Math.floor(index / EACH),
    instrument: 1 + (index % INSTRUMENTS.length),
    side: index % EACH < INSTRUMENTS.length ? 'buy' : 'sell',
    kind: 'market',
    status: 'open',
    lots: LOTS,
    leverage: 100,
    target: undefined,
    price: price('1.10000'),
    openedAt: 1,
    margin: money('110'),
    fee: money('0'),
    swap: money('0'),
    stopLoss: undefined,
    takeProfit: undefined,
  };
}

let serial = 0;

function quote(engine: TradingEngine, instrument: number): void {
  serial += 1;
  const at = `1.10${String(serial % 90).padStart(2, '0')}`;
  const now = Date.now();
  engine.setOpen(instrument, true);
  engine.onQuote({ instrument, seq: serial, time: now, bid: price(`${at}0`), ask: price(`${at}5`) }, now);
}

function order(engine: TradingEngine, answer: Latencies, late: number): void {
  serial += 1;
  const at = performance.now();
  const submission = engine.submit(
    {
      type: 'placeOrder',
      time: Date.now(),
      account: TRADER,
      key: `order ${serial}`,
      instrument: 1,
      side: serial % 2 === 0 ? 'buy' : 'sell',
      lots: lots('0.01'),
      leverage: 100,
    },
    true,
  );
  if (submission.kind !== 'applied' || !submission.rows[0].outcome.ok) throw new Error(`refused: ${submission.kind}`);
  answer.add(late + performance.now() - at);
}

/** Repeats an action, which gets its delay in milliseconds. A late timer does what was due meanwhile. */
function every(ms: number, action: (late: number) => void): () => void {
  let due = performance.now() + ms;
  const timer = setInterval(() => {
    const now = performance.now();
    for (; due <= now; due += ms) action(now - due);
  }, 1);
  return () => clearInterval(timer);
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

if (process.argv[1]?.includes('terms')) await run();
