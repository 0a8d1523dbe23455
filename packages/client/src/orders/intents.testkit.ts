import { CallError } from '../http/call-error.ts';
import type { Api, CallOptions } from '../http/types.ts';
import type { NewOrder } from '../model/order.ts';
import { orderRecord } from '../model/records.testkit.ts';
import { ManualClock } from '../platform/manual-clock.testkit.ts';
import type { KeyValueStorage } from './intent-store.ts';
import { createIntents } from './intents.ts';
import type { Intents } from './intents.ts';

export const ORDER: NewOrder = { instrument: 1, side: 'buy', lots: '0.10', leverage: 100 };

export const LOST = new CallError({ kind: 'transport', code: 'ERR_NETWORK' });

export const refusal = (code: number, reason: string, status = 200): CallError =>
  new CallError({ kind: 'refused', code, reason, msg: reason, status });

/** A fake server that places an order at most once per key, while the network loses answers. */
class FakeApi implements Pick<Api, 'callRaw'> {
  readonly placed = new Map<string, number>();
  readonly asked: { readonly name: string; readonly key: string | undefined }[] = [];
  readonly inputs: unknown[] = [];
  /** Failures of the next calls, in order. `arrives` is false if the request does not reach the server. */
  readonly trouble: { readonly arrives: boolean; readonly error: CallError }[] = [];
  status = 1;
  /** Called when a request is sent. */
  onSend: () => void = () => undefined;

  callRaw = (async (name: string, input: unknown, options: CallOptions) => {
    this.onSend();
    this.inputs.push(input);
    this.asked.push({ name, key: options.key });
    const trouble = this.trouble.shift();
    if (trouble?.arrives !== false)
      this.placed.set(options.key ?? '', this.placed.get(options.key ?? '') ?? this.placed.size + 1);
    if (trouble !== undefined) throw trouble.error;
    const order = orderRecord({ Id: this.placed.get(options.key ?? '') ?? 0, Status: this.status });
    return { code: 1, msg: 'done', reason: 'ok', data: { order } };
  }) as Api['callRaw'];
}

/** Runs pending microtasks, so that answers arrive. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** A device with a signed-in user, its storage, its pages and a fake server. */
export class Device {
  readonly clock = new ManualClock();
  readonly api = new FakeApi();
  readonly stored = new Map<string, string>();
  account: string | null = 'u1';
  #keys = 0;

  /** Opens a page; a second call simulates a reload. */
  page(storage: KeyValueStorage = this.#storage()): Intents {
    return createIntents({
      api: this.api,
      storage,
      clock: this.clock,
      random: () => 1,
      account: () => this.account,
      validUntil: () => this.clock.now() + 15_000,
      log: { warn: () => undefined },
      newKey: () => {
        this.#keys += 1;
        return `key-number-${this.#keys}`;
      },
    });
  }

  async advance(ms: number, step = 500): Promise<void> {
    for (let left = ms; left > 0; left -= step) {
      this.clock.advance(Math.min(step, left));
      await settle();
    }
  }

  #storage(): KeyValueStorage {
    return {
      getItem: (name) => this.stored.get(name) ?? null,
      setItem: (name, value) => void this.stored.set(name, value),
      removeItem: (name) => void this.stored.delete(name),
    };
  }
}
