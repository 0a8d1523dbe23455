import { launch } from './process.ts';
import { report } from './report.ts';
import { connectClients } from './sockets/clients.ts';
import type { Dialect } from './sockets/dialect.ts';
import { FRAME_MS, INSTRUMENTS, OURS, QUOTES_PER_SECOND, pause, startLoad, usage } from './sockets/load.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
const SETTLE_MS = 2_000;
/** `BENCH_SOCKETS=10000` measures as many sockets, and has a result file of its own. */
const SOCKETS = Number(process.env['BENCH_SOCKETS'] ?? 2_000);
const USUAL_RUN = 2_000;
/** The usual design cannot serve 2,000 sockets on one core, so its cost per update is measured with fewer. */
const USUAL_SOCKETS = 250;

/** Its quotes are as old as its loop: they wait for no frame. */
const BARE: Dialect = { ...OURS, path: '/', hello: 'x' };
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
  readonly worstPauseMs: number;
  readonly p99PauseMs: number;
  /** Growth of the process from before the first connection, by socket. */
  readonly heapKiBPerSocket: number;
  readonly residentKiBPerSocket: number;
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
    delayGoal: SOCKETS > USUAL_RUN ? 'p99 <= 150 ms' : 'p99 <= 100 ms',
  };
  report(
    SOCKETS === USUAL_RUN ? 'sockets' : `sockets-${SOCKETS}`,
    { seconds: SECONDS, instruments: INSTRUMENTS, quotesPerSecondEach: QUOTES_PER_SECOND, frameMs: FRAME_MS },
    figures,
  );
  return figures;
}

async function measure(entry: string, sockets: number, dialect: Dialect): Promise<Figure> {
  const subject = await launch(entry, {}, '/');
  try {
    const empty = await usage(subject.port);
    const clients = await connectClients(subject.port, sockets, dialect);
    await clients.bytes();
    await startLoad(subject.port);
    await pause(SETTLE_MS);
    clients.delays.clear();
    const [before, bytesBefore, startedAt] = [await usage(subject.port), await clients.bytes(), performance.now()];
    await pause(SECONDS * 1000);
    const [after, bytesAfter, seconds] = [
      await usage(subject.port),
      await clients.bytes(),
      (performance.now() - startedAt) / 1000,
    ];
    clients.close();
    const delivered = after.delivered - before.delivered;
    const cpu = after.cpuMicros - before.cpuMicros;
    const kibibytes = (bytes: number): number => Number((bytes / 1024 / sockets).toFixed(1));
    return {
      sockets,
      updatesPerSecond: Math.round(delivered / seconds),
      cpuMicrosPerUpdate: Number((cpu / delivered).toFixed(4)),
      cpuShareOfOneCore: Number((cpu / 1e6 / seconds).toFixed(3)),
      mebibytesPerSecond: Number(((bytesAfter - bytesBefore) / 2 ** 20 / seconds).toFixed(1)),
      delay: clients.delays.summary(),
      worstPauseMs: after.worstPauseMs,
      p99PauseMs: after.p99PauseMs,
      heapKiBPerSocket: kibibytes(after.heapBytes + after.externalBytes - empty.heapBytes - empty.externalBytes),
      residentKiBPerSocket: kibibytes(after.residentBytes - empty.residentBytes),
    };
  } finally {
    await subject.stop();
  }
}

if (process.argv[1]?.includes('bench-src-sockets')) await run();
