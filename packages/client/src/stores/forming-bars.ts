import type { ChartPeriod } from '@fairlot/domain';
import { formingBarsFrom } from '../model/bar.ts';
import type { Bar } from '../model/bar.ts';
import { createStore } from '../platform/store.ts';
import type { Readable } from '../platform/store.ts';
import type { Realtime } from '../realtime/realtime.ts';

/** The bars of an instrument that are still forming. */
export interface FormingBars {
  /** False after an interruption: a chart must then read its bars again before it continues. */
  readonly current: boolean;
  readonly bars: Readonly<Partial<Record<ChartPeriod, Bar>>>;
}

export interface BarStore {
  /** The forming bars of an instrument. KLINE.{code} is subscribed while there are listeners. */
  forming(code: string): Readable<FormingBars | undefined>;
}

/** Creates the store. */
export function createBarStore(realtime: Pick<Realtime, 'subscribe'>): BarStore {
  const stores = new Map<string, Readable<FormingBars | undefined>>();
  return {
    forming(code) {
      const there = stores.get(code);
      if (there !== undefined) return there;
      const made = createFormingBars(realtime, code);
      stores.set(code, made);
      return made;
    },
  };
}

function createFormingBars(realtime: Pick<Realtime, 'subscribe'>, code: string): Readable<FormingBars | undefined> {
  const store = createStore<FormingBars | undefined>(undefined);
  let leave: (() => void) | undefined;
  const enter = (): (() => void) =>
    realtime.subscribe(`KLINE.${code}`, (event) => {
      const before = store.getSnapshot();
      if (event.kind === 'stale') {
        if (before !== undefined) store.set({ ...before, current: false });
        return;
      }
      const news = formingBarsFrom(event.data);
      const bars = event.kind === 'snapshot' ? news : { ...before?.bars, ...news };
      store.set({ current: true, bars });
    });
  return {
    getSnapshot: store.getSnapshot,
    subscribe(listener) {
      const stopListening = store.subscribe(listener);
      leave ??= enter();
      return () => {
        stopListening();
        if (store.watched) return;
        leave?.();
        leave = undefined;
        // The bars are no longer updated, so the next listener must not see them.
        store.set(undefined);
      };
    },
  };
}
