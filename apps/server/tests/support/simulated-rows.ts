import { type Applied, type TradingEngine, createEngine, restoreEngine } from '@fairlot/engine';
import { runSimulation } from '@fairlot/engine/sim';

/** Low enough that keys leave the memory during a run. */
const RECENT_KEYS = 50;

/** The journal of a run of the engine's simulator, with its crashes. */
export function simulatedRows(seed: number, commands: number): readonly Applied[] {
  const journal: Applied[] = [];
  runSimulation(
    { seed, commands },
    {
      create: (slice) => recorded(createEngine({ recentKeys: RECENT_KEYS, slice }), journal),
      restore: (image, slice, keys) => {
        // A crash loses the rows that were not committed.
        journal.length = image.seq;
        return recorded(restoreEngine(image, { recentKeys: RECENT_KEYS, slice, keys }), journal);
      },
    },
  );
  return journal;
}

/** An engine whose new rows go to a journal as well. */
function recorded(engine: TradingEngine, journal: Applied[]): TradingEngine {
  const note = (rows: readonly Applied[]): readonly Applied[] => {
    for (const row of rows) journal[row.seq - 1] = row;
    return rows;
  };
  return new Proxy(engine, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...values: unknown[]) => unknown;
      if (name === 'submit')
        return (...values: unknown[]) => {
          const submission = method(...values) as ReturnType<TradingEngine['submit']>;
          if (submission.kind === 'applied') note(submission.rows);
          return submission;
        };
      if (name === 'onQuote' || name === 'work' || name === 'expire')
        return (...values: unknown[]) => note(method(...values) as readonly Applied[]);
      return method;
    },
  });
}
