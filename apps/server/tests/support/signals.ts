import type { Bus } from '../../src/bus/bus.ts';
import { LocalBus } from '../../src/bus/local-bus.ts';
import { subjectsOf } from '../../src/bus/subjects.ts';
import { BusSignals } from '../../src/cluster/signals.ts';

/** The signals of two processes of an installation. */
export interface SignalPair {
  readonly one: BusSignals;
  readonly other: BusSignals;
  close(): Promise<void>;
}

/** Opens them over a bus within one process. `busOfOne` changes what the first one sends and hears. */
export function openSignals(busOfOne: (bus: LocalBus) => Bus = (bus) => bus): SignalPair {
  const bus = new LocalBus();
  const one = new BusSignals(busOfOne(bus), subjectsOf('test'), 'one');
  const other = new BusSignals(bus, subjectsOf('test'), 'other');
  one.start();
  other.start();
  return {
    one,
    other,
    close: async () => {
      one.stop();
      other.stop();
      await bus.close();
    },
  };
}
