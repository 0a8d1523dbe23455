import { randomUUID } from 'node:crypto';

/** One wish and what its client was told. */
export interface Wish {
  readonly key: string;
  readonly what: 'place' | 'close' | 'cancel' | 'move' | 'level';
  /** Order that it is about, or that it made. */
  order: number | undefined;
  /** The price that a pending order is placed at or moved to. */
  readonly target?: string | undefined;
  /** A level that it changes, the other staying as it is; "0" takes it away. */
  readonly level?: { readonly field: LevelField; readonly price: string } | undefined;
  /** Reason of a refusal; undefined when it was done. */
  refusal: string | undefined;
  attempts: number;
}

export type LevelField = 'stop_loss_price' | 'target_profit_price';

interface Envelope {
  readonly code: number;
  readonly reason?: string;
  readonly data: {
    readonly token?: string;
    readonly user?: { readonly id: number };
    readonly order?: { readonly Id: number };
  } | null;
}

/** Answers that say nothing about the wish: it may have been done or not, and is sent again under its key. */
const UNDECIDED = new Set(['not_ready', 'overloaded', 'internal', 'too_many_requests']);
const ATTEMPT_LIMIT_MS = 5000;
const GIVE_UP_MS = 60_000;
/** Short enough that a server that was killed comes back too late for some. */
const MEANT_FOR_MS = 2000;

/**
 * A client that keeps a record of its wishes: it makes the key, notes it, sends, and sends again with the same key until it
 * gets an answer that decides. Every wish in its record has been decided once it rests.
 */
export class TortureClient {
  readonly #base: string;
  readonly #instruments: readonly number[];
  readonly #chance: () => number;
  readonly #open: number[] = [];
  readonly #pending: number[] = [];
  readonly #sells = new Set<number>();
  #token = '';
  account = 0;
  readonly wishes: Wish[] = [];

  constructor(base: string, instruments: readonly number[], chance: () => number) {
    this.#base = base;
    this.#instruments = instruments;
    this.#chance = chance;
  }

  async signIn(): Promise<void> {
    const { data } = await this.#decide('POST', '/api/user/createAccountDemoForU', new URLSearchParams(), randomUUID());
    if (data?.token === undefined || data.user === undefined) throw new Error('no demo account was given');
    this.#token = data.token;
    this.account = data.user.id;
  }

  /** Trades until it is told to rest; its last wish is decided when this resolves. */
  async trade(resting: () => boolean): Promise<void> {
    while (!resting()) await this.#step();
  }

  /** Ids in an area of the orders list, all pages. */
  async list(status: 0 | 1 | 3): Promise<number[]> {
    const ids: number[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await fetch(`${this.#base}/v1/api/forex/my_deal?status=${status}&page=${page}`, {
        headers: { authorization: this.#token },
      });
      const { data } = (await answer.json()) as { data: { data: { Id: number }[]; total: number } };
      ids.push(...data.data.map(({ Id }) => Id));
      if (data.data.length === 0 || ids.length >= data.total) return ids;
    }
  }

  async #step(): Promise<void> {
    const dice = this.#chance();
    if (dice < 0.25 && this.#open.length > 0) return this.#end('close', this.#open);
    if (dice < 0.35 && this.#pending.length > 0) return this.#end('cancel', this.#pending);
    if (dice < 0.42 && this.#pending.length > 0) return this.#move();
    if (dice < 0.5 && this.#pending.length > 0) return this.#level();
    if (this.#open.length > 60) return this.#end('close', this.#open);
    return this.#place(dice > 0.9);
  }

  async #place(pending: boolean): Promise<void> {
    const wish = this.#note('place', undefined, { target: pending ? '0.5' : undefined });
    const buys = this.#chance() < 0.5;
    const form = new URLSearchParams({
      type: buys ? '1' : '2',
      cont: '0.01',
      forex_id: String(this.#instruments[Math.floor(this.#chance() * this.#instruments.length)]),
      status: pending ? '0' : '1',
      ...(wish.target === undefined
        ? { valid_until: String(Date.now() + MEANT_FOR_MS) }
        : { target_price: wish.target }),
    });
    const answer = await this.#decide('POST', '/v1/api/forex/submit', form, wish.key, wish);
    wish.refusal = answer.code === 1 ? undefined : (answer.reason ?? 'no reason');
    wish.order = answer.data?.order?.Id;
    if (wish.order !== undefined && !buys) this.#sells.add(wish.order);
    if (wish.order !== undefined) (pending ? this.#pending : this.#open).push(wish.order);
  }

  /** Moves a pending order, far from the market as it was. */
  async #move(): Promise<void> {
    const order = this.#pending[Math.floor(this.#chance() * this.#pending.length)];
    const wish = this.#note('move', order, { target: `0.${40 + Math.floor(this.#chance() * 20)}` });
    const form = new URLSearchParams({ id: String(order), target_price: wish.target ?? '' });
    const answer = await this.#decide('POST', '/v1/api/forex/amend_pending_order', form, wish.key, wish);
    wish.refusal = answer.code === 1 ? undefined : (answer.reason ?? 'no reason');
  }

  /** Changes one level of a pending order, beyond all that it is moved to, or takes it away. */
  async #level(): Promise<void> {
    const order = this.#pending[Math.floor(this.#chance() * this.#pending.length)] ?? 0;
    const field = this.#chance() < 0.5 ? 'stop_loss_price' : 'target_profit_price';
    const below = (field === 'stop_loss_price') !== this.#sells.has(order);
    const price = this.#chance() < 0.2 ? '0' : `0.${(below ? 20 : 70) + Math.floor(this.#chance() * 10)}`;
    const wish = this.#note('level', order, { level: { field, price } });
    const form = new URLSearchParams({ id: String(order), [field]: price });
    const answer = await this.#decide('POST', '/v1/api/forex/set_stop_price', form, wish.key, wish);
    wish.refusal = answer.code === 1 ? undefined : (answer.reason ?? 'no reason');
  }

  async #end(what: 'close' | 'cancel', from: number[]): Promise<void> {
    const [order = 0] = from.splice(Math.floor(this.#chance() * from.length), 1);
    const wish = this.#note(what, order);
    const path = what === 'close' ? '/v1/api/forex/close' : '/v1/api/forex/cancel_trade';
    const answer = await this.#decide('POST', path, new URLSearchParams({ id: String(order) }), wish.key, wish);
    wish.refusal = answer.code === 1 ? undefined : (answer.reason ?? 'no reason');
  }

  #note(what: Wish['what'], order: number | undefined, prices: Pick<Wish, 'target' | 'level'> = {}): Wish {
    const wish: Wish = { key: randomUUID(), what, order, ...prices, refusal: undefined, attempts: 0 };
    this.wishes.push(wish);
    return wish;
  }

  async #decide(method: string, path: string, form: URLSearchParams, key: string, wish?: Wish): Promise<Envelope> {
    const deadline = Date.now() + GIVE_UP_MS;
    while (Date.now() < deadline) {
      if (wish !== undefined) wish.attempts += 1;
      const answer = await this.#attempt(method, path, form, key).catch(() => undefined);
      if (answer !== undefined && (answer.code === 1 || !UNDECIDED.has(answer.reason ?? 'internal'))) return answer;
      await new Promise((done) => {
        setTimeout(done, 20 + this.#chance() * 80);
      });
    }
    throw new Error(`${path} was not decided within ${GIVE_UP_MS} ms`);
  }

  async #attempt(method: string, path: string, form: URLSearchParams, key: string): Promise<Envelope> {
    const answer = await fetch(this.#base + path, {
      method,
      body: form,
      signal: AbortSignal.timeout(ATTEMPT_LIMIT_MS),
      headers: { 'idempotency-key': key, ...(this.#token !== '' && { authorization: this.#token }) },
    });
    return (await answer.json()) as Envelope;
  }
}
