import { launch } from './process.ts';
import { report } from './report.ts';
import { connectClients } from './sockets/clients.ts';
import type { Dialect } from './sockets/dialect.ts';
import {
  FAST_SOCKETS,
  INSTRUMENTS,
  OURS,
  QUOTES_PER_SECOND,
  pause,
  startLoad,
  quoteTimes,
  usage,
} from './sockets/load.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
const SETTLE_MS = 2_000;
/** Coalesced sockets next to the fast ones. */
const OTHERS = Number(process.env['BENCH_SOCKETS'] ?? 2_000);

const FAST: Dialect = {
  path: '/v1/ws',
  hello: JSON.stringify({ type: 'login', token: 'bench' }),
  afterHello: JSON.stringify({ type: 'subscribe', topic: 'DAY_MARKET', mode: 'fast' }),
  times: quoteTimes,
};

/**
 * Measures the delay from a quote to the client in the fast mode, alone and next to coalesced sockets. The baseline is a
 * bare ws loop that writes every quote to as many sockets at once, and serves nobody else.
 */
export async function run(): Promise<void> {
  const alone = await measure('bench/src/sockets/gateway-server.ts', FAST, 0);
  const together = await measure('bench/src/sockets/gateway-server.ts', FAST, OTHERS);
  const bare = await measure('bench/src/sockets/ws-server.ts', { ...FAST, path: '/', afterHello: undefined }, 0);
  report(
    'fast',
    {
      seconds: SECONDS,
      fastSockets: FAST_SOCKETS,
      otherSockets: OTHERS,
      instruments: INSTRUMENTS,
      quotesPerSecondEach: QUOTES_PER_SECOND,
    },
    { alone, together, bare, goal: 'p99 <= 10 ms from the quote to the client' },
  );
}

async function measure(entry: string, dialect: Dialect, others: number): Promise<object> {
  const subject = await launch(entry, { EACH_QUOTE: '1' }, '/');
  try {
    const rest = others === 0 ? undefined : await connectClients(subject.port, others, OURS);
    const fast = await connectClients(subject.port, FAST_SOCKETS, dialect);
    await rest?.bytes();
    await fast.bytes();
    await startLoad(subject.port);
    await pause(SETTLE_MS);
    fast.delays.clear();
    rest?.delays.clear();
    const [before, startedAt] = [await usage(subject.port), performance.now()];
    await pause(SECONDS * 1000);
    const [after, seconds] = [await usage(subject.port), (performance.now() - startedAt) / 1000];
    fast.close();
    rest?.close();
    return {
      fastDelay: fast.delays.summary(),
      ...(rest && { coalescedDelay: rest.delays.summary() }),
      cpuShareOfOneCore: Number(((after.cpuMicros - before.cpuMicros) / 1e6 / seconds).toFixed(3)),
      p99PauseMs: after.p99PauseMs,
      worstPauseMs: after.worstPauseMs,
    };
  } finally {
    await subject.stop();
  }
}

if (process.argv[1]?.includes('bench-src-fast')) await run();
