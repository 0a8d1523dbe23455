import type { candle } from '@fairlot/contract';
import type { Period } from '@fairlot/domain';
import type { z } from 'zod/mini';
import { createStore } from '../platform/store.ts';
import type { Readable } from '../platform/store.ts';
import type { Realtime } from '../realtime/realtime.ts';

/** One bar of bid prices; decimal strings, Time in epoch milliseconds. */
export type Bar = z.output<typeof candle>;

/** The bars of an instrument that are still forming. */
export interface FormingBars {
  /** Whether they are of now; after an interruption a chart must read its bars again before it goes on. */
  readonly current: boolean;
  readonly bars: Readonly<Partial<Record<Period, Bar>>>;
}

export interface BarStore {
  /** The forming bars of an instrument; KLINE.{code} is subscribed to while anyone listens. */
  forming(code: string): Readable<FormingBars | undefined>;
}

/** Makes the store. */
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
      const bars = event.kind === 'snapshot' ? event.data : { ...before?.bars, ...event.data };
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
        // Nobody kept it up to date, so the next listener starts from nothing.
        store.set(undefined);
      };
    },
  };
}
