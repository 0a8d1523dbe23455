import { type RunningServer, startServer } from './composition/server.ts';
import { tellSetUpLink } from './composition/set-up-link.ts';
import { readConfig } from './config.ts';
import { DatabaseInUseError } from './db/lock.ts';
import { PortInUseError } from './http/port-check.ts';
import { errorText } from './platform/error-text.ts';
import { type Log, createLog } from './platform/log.ts';

/** Exit codes that a supervisor can tell apart. */
const EXIT_FAILED = 1;
const EXIT_BAD_CONFIG = 2;
const EXIT_IN_USE = 3;

/**
 * Time within which repeated signals count as one. Package runners pass on Ctrl-C, so a process gets it more than once.
 */
const SAME_SIGNAL_MS = 1000;

/** Signals that end the server: Ctrl-C, a supervisor's request, and the end of the terminal. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The running server. The process exits when the start fails. */
export const started: Promise<RunningServer> = main();

async function main(): Promise<RunningServer> {
  const result = readConfig(process.env);
  if (!result.ok)
    return giveUp(EXIT_BAD_CONFIG, [
      'The configuration has problems:',
      ...result.problems.map((problem) => `  ${problem}`),
    ]);
  const log = createLog(result.config.logLevel);
  stopOnFailure(log);
  const signals = listenForSignals(log);
  try {
    const server = await startServer(result.config, log, { aborted: signals.aborted });
    signals.stops(server);
    await tellSetUpLink(server.setUpUrl, {
      dataFolder: result.config.dataDir,
      terminal: process.stdout.isTTY ? process.stdout : undefined,
      log,
    });
    process.send?.({ type: 'started', url: server.url });
    return server;
  } catch (error) {
    // The start has undone itself.
    if (signals.aborted.aborted) process.exit();
    if (error instanceof PortInUseError || error instanceof DatabaseInUseError)
      return giveUp(EXIT_IN_USE, [`Fairlot was not started: ${error.message}.`]);
    log.fatal({ err: error }, 'the server could not be started');
    return giveUp(EXIT_FAILED, [`Fairlot could not be started: ${errorText(error)}`]);
  }
}

function giveUp(code: number, lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(code);
}

/** After an unexpected failure, memory can't be trusted. Committed data is safe. */
function stopOnFailure(log: Log): void {
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: unknown) => {
      log.fatal({ err: error, kind }, 'the process failed and ends');
      process.exit(EXIT_FAILED);
    });
  }
}

interface Signals {
  /** Aborted by a signal that arrives before the start has ended. */
  readonly aborted: AbortSignal;
  /** The server to stop from now on. */
  stops(server: RunningServer): void;
}

/** Listens from the beginning, because a start that is killed would leave the embedded PostgreSQL behind. */
function listenForSignals(log: Log): Signals {
  const start = new AbortController();
  let running: RunningServer | undefined;
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (firstAt !== undefined) {
      if (now - firstAt < SAME_SIGNAL_MS) return;
      log.warn('stopped at once after a second signal');
      process.exit(EXIT_FAILED);
    }
    firstAt = now;
    log.info({ signal }, 'stopping');
    if (running === undefined) start.abort(new Error(`the start was interrupted by ${signal}`));
    else stop(running);
  };
  const stop = (server: RunningServer): void => {
    server.stop().then(
      () => process.exit(),
      (error: unknown) => {
        log.fatal({ err: error }, 'the server did not stop cleanly');
        process.exit(EXIT_FAILED);
      },
    );
  };
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  return {
    aborted: start.signal,
    stops: (server) => {
      running = server;
      if (start.signal.aborted) stop(server);
    },
  };
}
