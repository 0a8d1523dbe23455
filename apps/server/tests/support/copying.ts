import { randomUUID } from 'node:crypto';
import type { CallName, OutputOf, calls } from '@fairlot/contract';
import { vi } from 'vitest';
import { marketOrder, whenQuoted } from './order-calls.ts';
import type { TestServer } from './server.ts';

const WAIT = { timeout: 90_000, interval: 50 };

export type WireCopy = OutputOf<(typeof calls)['copyStart']>;
type Order = OutputOf<(typeof calls)['submit']>['order'];

/** An account that acts by calls. */
export class Trader {
  readonly server: TestServer;
  readonly token: string;
  readonly id: number;

  constructor(server: TestServer, { token, id }: { readonly token: string; readonly id: number }) {
    this.server = server;
    this.token = token;
    this.id = id;
  }

  static async demo(server: TestServer): Promise<Trader> {
    return new Trader(server, await server.demo());
  }

  /** A call with a key of its own. */
  async call<Name extends CallName>(
    name: Name,
    input: Readonly<Record<string, unknown>> = {},
    key: string = randomUUID(),
  ) {
    return (await this.server.call(name, input, { token: this.token, key })).envelope;
  }

  /** A call that must succeed. */
  async do<Name extends CallName>(name: Name, input: Readonly<Record<string, unknown>> = {}) {
    const envelope = await this.call(name, input);
    if (envelope.reason !== 'ok') throw new Error(`${name}: ${envelope.reason}, ${envelope.msg}`);
    return envelope.data;
  }

  /** Joins the ranking and accepts copies. Returns the public number. */
  async lead(name: string, feePercent = 0): Promise<number> {
    const listed = await this.do('followJoin', { name });
    await this.do('setLead', { accepts: 1, fee_percent: feePercent });
    return listed.entry?.user.id ?? 0;
  }

  async open(instrument: number, more: Readonly<Record<string, unknown>> = {}): Promise<Order> {
    const { envelope } = await whenQuoted(() =>
      this.server.call('submit', marketOrder(instrument, more), { token: this.token, key: randomUUID() }),
    );
    if (envelope.reason !== 'ok') throw new Error(`submit: ${envelope.reason}, ${envelope.msg}`);
    return envelope.data.order;
  }

  async follow(leader: number, more: Readonly<Record<string, unknown>> = {}): Promise<WireCopy> {
    return this.do('copyStart', {
      trader_id: leader,
      allocation: '50000',
      max_slippage: '10',
      fee_percent: 0,
      ...more,
    });
  }

  async copy(id: number): Promise<WireCopy> {
    const { data } = await this.do('copies', {});
    const found = data.find((copy) => copy.id === id);
    if (found === undefined) throw new Error(`copy ${id} is not listed`);
    return found;
  }

  async deeds(id: number) {
    return (await this.do('copyDeeds', { id })).data.toReversed();
  }

  /** Waits until a copy has as many deeds, and returns them, oldest first. */
  async settled(id: number, count: number) {
    return vi.waitUntil(async () => {
      const deeds = await this.deeds(id);
      return deeds.length >= count ? deeds : undefined;
    }, WAIT);
  }

  async holding(): Promise<readonly Order[]> {
    return (await this.do('myDeal', { status: 1, page: 1 })).data;
  }
}

/** Waits until a condition holds. */
export function until<T>(check: () => Promise<T | undefined | false>): Promise<T> {
  return vi.waitUntil(check, WAIT);
}
