import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uniqueKey } from '@fairlot/client';
import { asPrice, lots, price } from '@fairlot/domain';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import type { Database } from '../../apps/server/src/db/database.ts';
import type { TradingHost } from '../../apps/server/src/trading/port.ts';
import { ACCOUNTS, EURUSD, log, openHost, resumeHost } from './orders/host.ts';
import { Latencies, report } from './report.ts';

const STOPS = Number(process.env['BENCH_STOPS'] ?? 300_000);
const PLACING = 2000;
/** Another instrument, which trades on during the burst. */
const OTHER = { ...EURUSD, id: 2, code: 'GBPUSD' };
const LOTS = lots('0.01');

/** The answers to others while a quote reaches 300,000 stops: with slices as the server has them, and all at once. */
export async function run(): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-'));
  const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
  try {
    const first = await openHost(database);
    await first.submit({ type: 'defineInstrument', instrument: OTHER });
    const slices = await measure(first, database);
    await first.stop();
    const whole = await resumeHost(database, Number.POSITIVE_INFINITY);
    const atOnce = await measure(whole, database);
    await whole.stop();
    const figures = {
      slices,
      atOnce,
      worstAnswerRatio: Number((slices.answer.worstMs / atOnce.answer.worstMs).toFixed(3)),
      goal: 'the answers to others <= 250 ms',
    };
    report(
      'bursts',
      { stops: STOPS, accounts: ACCOUNTS, others: 'one order each 10 ms in another instrument' },
      figures,
    );
    return figures;
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Burst {
  /** Time until every stop was committed and every account judged. */
  readonly seconds: number;
  /** Time from an order of another account to its answer, which is after its commit. */
  readonly answer: ReturnType<Latencies['summary']>;
  /** Delay of a timer: how long sockets and health checks waited for the process. */
  readonly pause: ReturnType<Latencies['summary']>;
}

async function measure(host: TradingHost, database: Database): Promise<Burst> {
  quote(host, OTHER.id, '1.10000');
  quote(host, EURUSD.id, '1.10000');
  await placeStops(host);
  await database.pool.query('checkpoint');
  global.gc?.();
  let left = STOPS;
  let isUnderWay = false;
  const done = new Promise<void>((resolve) => {
    const stopListening = host.onCommitted((rows) => {
      for (const { events } of rows) {
        for (const event of events) {
          if (event.type === 'positionClosed' && event.reason === 'stop_loss') left -= 1;
          if (event.type === 'burstBegun' || event.type === 'burstEnded') isUnderWay = event.type === 'burstBegun';
        }
      }
      if (left > 0 || isUnderWay) return;
      stopListening();
      resolve();
    });
  });
  const answer = new Latencies();
  const pause = new Latencies();
  const begin = performance.now();
  const stopTimers = [every(10, (late) => order(host, answer, late)), every(5, (late) => pause.add(late))];
  quote(host, EURUSD.id, '1.08900');
  await done;
  const seconds = Number(((performance.now() - begin) / 1000).toFixed(2));
  await Promise.all(stopTimers.map((stop) => stop()));
  return { seconds, answer: answer.summary(), pause: pause.summary() };
}

/** 300,000 positions over all accounts, each with a stop-loss that one quote reaches. */
async function placeStops(host: TradingHost): Promise<void> {
  for (let from = 0; from < STOPS; from += PLACING) {
    const placed = await Promise.all(
      Array.from({ length: Math.min(PLACING, STOPS - from) }, (_, index) =>
        host.submit({
          type: 'placeOrder',
          account: 1 + ((from + index) % ACCOUNTS),
          key: uniqueKey(),
          instrument: EURUSD.id,
          side: 'buy',
          lots: LOTS,
          leverage: 100,
          stopLoss: asPrice(price('1.09000')),
        }),
      ),
    );
    const refused = placed.find(({ ok }) => !ok);
    if (refused !== undefined) throw new Error(`refused: ${JSON.stringify(refused)}`);
  }
}

let serial = 0;

async function order(host: TradingHost, answer: Latencies, late: number): Promise<void> {
  serial += 1;
  const at = performance.now();
  const outcome = await host.submit({
    type: 'placeOrder',
    account: 1 + ((serial * 7919) % ACCOUNTS),
    key: uniqueKey(),
    instrument: OTHER.id,
    side: 'buy',
    lots: LOTS,
    leverage: 100,
  });
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  answer.add(late + performance.now() - at);
}

/** Repeats an action. It gets its delay in milliseconds. Returns what ends it, which waits for the last one. */
function every(ms: number, action: (late: number) => Promise<void> | void): () => Promise<unknown> {
  const running: Promise<void>[] = [];
  let due = performance.now() + ms;
  const timer = setInterval(() => {
    const now = performance.now();
    // A late timer does what was due meanwhile, so that a pause counts for every order that came in it.
    for (; due <= now; due += ms) running.push(Promise.resolve(action(now - due)));
  }, 1);
  return () => {
    clearInterval(timer);
    return Promise.all(running);
  };
}

function quote(host: TradingHost, instrument: number, bid: string): void {
  const at = price(bid);
  host.setOpen(instrument, true);
  host.onQuote({
    instrument,
    seq: Date.now(),
    time: Date.now(),
    bid: asPrice(at),
    ask: asPrice(at + 10_000n),
  });
}

if (process.argv[1]?.includes('bursts')) await run();
