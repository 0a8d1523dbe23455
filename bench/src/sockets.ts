import { launch } from './process.ts';
import { report } from './report.ts';
import { connectClients } from './sockets/clients.ts';
import type { Dialect } from './sockets/clients.ts';
import { FRAME_MS, INSTRUMENTS, QUOTES_PER_SECOND } from './sockets/load.ts';
import type { Usage } from './sockets/load.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
const SETTLE_MS = 2_000;
const SOCKETS = 2_000;
/** The usual design cannot serve 2,000 sockets on one core, so its cost per update is measured with fewer. */
const USUAL_SOCKETS = 250;

interface Entries {
  readonly data?: readonly { readonly Time: number }[];
}

const OURS: Dialect = {
  path: '/v1/ws',
  hello: JSON.stringify({ type: 'subscribe', topic: 'DAY_MARKET' }),
  times: (message) =>
    message.startsWith('{"type":"update"') ? ((JSON.parse(message) as Entries).data ?? []).map(({ Time }) => Time) : [],
};
/** Sends the same buffer all the time, so its messages carry no time to measure a delay. */
const BARE: Dialect = { path: '/', hello: 'x', times: () => [] };
/** Engine.IO 4: "40" joins the namespace, an event is 42["quote",{…}]. */
const USUAL: Dialect = {
  path: '/socket.io/?EIO=4&transport=websocket',
  hello: '40',
  times: (message) =>
    message.startsWith('42') ? [(JSON.parse(message.slice(2)) as [string, { Time: number }])[1].Time] : [],
};

interface Figure {
  readonly sockets: number;
  readonly updatesPerSecond: number;
  readonly cpuMicrosPerUpdate: number;
  readonly cpuShareOfOneCore: number;
  readonly mebibytesPerSecond: number;
  readonly delay: object;
}

/** Compares the CPU time per delivered update of our gateway, a bare ws loop and socket.io rooms. */
export async function run(): Promise<unknown> {
  const gateway = await measure('bench/src/sockets/gateway-server.ts', SOCKETS, OURS);
  const bare = await measure('bench/src/sockets/ws-server.ts', SOCKETS, BARE);
  const usual = await measure('bench/src/sockets/socketio-server.ts', USUAL_SOCKETS, USUAL);
  const ratio = (to: Figure): number => Number((gateway.cpuMicrosPerUpdate / to.cpuMicrosPerUpdate).toFixed(3));
  const figures = {
    gateway,
    bare,
    usual,
    againstBare: ratio(bare),
    bareGoal: '<= 1.25',
    againstUsual: ratio(usual),
    usualGoal: '<= 0.2',
    delayGoal: 'p99 <= 100 ms',
  };
  report(
    'sockets',
    { seconds: SECONDS, instruments: INSTRUMENTS, quotesPerSecondEach: QUOTES_PER_SECOND, frameMs: FRAME_MS },
    figures,
  );
  return figures;
}

async function measure(entry: string, sockets: number, dialect: Dialect): Promise<Figure> {
  const subject = await launch(entry, {}, '/');
  try {
    const clients = await connectClients(subject.port, sockets, dialect);
    await pause(SETTLE_MS);
    const [before, bytesBefore, begin] = [await usage(subject.port), clients.bytes(), performance.now()];
    await pause(SECONDS * 1000);
    const [after, bytesAfter, seconds] = [
      await usage(subject.port),
      clients.bytes(),
      (performance.now() - begin) / 1000,
    ];
    clients.close();
    const delivered = after.delivered - before.delivered;
    const cpu = after.cpuMicros - before.cpuMicros;
    return {
      sockets,
      updatesPerSecond: Math.round(delivered / seconds),
      cpuMicrosPerUpdate: Number((cpu / delivered).toFixed(4)),
      cpuShareOfOneCore: Number((cpu / 1e6 / seconds).toFixed(3)),
      mebibytesPerSecond: Number(((bytesAfter - bytesBefore) / 2 ** 20 / seconds).toFixed(1)),
      delay: clients.delays.summary(),
    };
  } finally {
    await subject.stop();
  }
}

async function usage(port: number): Promise<Usage> {
  return (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as Usage;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

if (process.argv[1]?.includes('bench-src-sockets')) await run();
