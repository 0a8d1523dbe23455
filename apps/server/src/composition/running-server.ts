import type { Lifecycle } from './lifecycle.ts';
import type { SampleStrategies } from './ranking.ts';

/** A server that takes calls. */
export interface RunningServer {
  /** The URL for a browser on this machine. */
  readonly url: string;
  /** The URL, with a one-time secret, to set up the first administrator; absent when there is one. */
  readonly setUpUrl: string | undefined;
  /** The sample strategies. The caller runs them in a separate process. Absent in a process that has no ranking. */
  readonly samples: SampleStrategies | undefined;
  readonly isStopping: () => boolean;
  /** Registers work that is done before the server stops its own parts. */
  readonly onStop: (name: string, stop: () => Promise<void>) => void;
  /**
   * Closes sockets, finishes pending requests, commits pending rows and stops every part. Repeated calls wait for the
   * first.
   */
  stop(): Promise<void>;
}

/** The parts of a running server that a start opens. */
export type OpenedServer = Pick<RunningServer, 'url' | 'setUpUrl' | 'samples'>;

/** A server with all features, and the number of its open sockets. */
export interface OpenedHouse extends OpenedServer {
  readonly sockets: () => number;
}

/** Runs a start, which `lifecycle` undoes when it fails. */
export async function runningServer(lifecycle: Lifecycle, start: () => Promise<OpenedServer>): Promise<RunningServer> {
  try {
    const opened = await start();
    return {
      ...opened,
      isStopping: () => lifecycle.isStopping,
      onStop: (name, stop) => lifecycle.onStop(name, stop),
      stop: () => lifecycle.stop(),
    };
  } catch (error) {
    // Failed stops are logged. The caller must see the cause of the failed start.
    await lifecycle.stop().catch(() => undefined);
    throw error;
  }
}
