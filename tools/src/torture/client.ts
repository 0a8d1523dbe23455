import { randomUUID } from 'node:crypto';
import { pause } from '../../../apps/server/src/platform/pause.ts';

/** A command of a client with the answer that it got. */
export interface SentCommand {
  readonly key: string;
  readonly kind: 'place' | 'close' | 'cancel' | 'move' | 'level';
  /** The order that the command concerns or has created. */
  order: number | undefined;
  /** Target price of a pending order that the command places or moves. */
  readonly target?: string | undefined;
  /** The changed level; the other level stays unchanged. "0" removes it. */
  readonly level?: { readonly field: LevelField; readonly price: string } | undefined;
  /** Reason of the refusal; undefined after success. */
  refusal: string | undefined;
  attempts: number;
  /** Steady times of the first attempt and of the outcome. */
  readonly sentAt: number;
  doneAt: number | undefined;
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

/** Reasons that leave the outcome unknown. The client retries the command with the same key. */
const RETRIED = new Set(['not_ready', 'overloaded', 'internal', 'too_many_requests']);
const ATTEMPT_LIMIT_MS = 5000;
const RETRY_LIMIT_MS = 60_000;
/** Validity of market orders. Short, so that some expire while the killed server restarts. */
const VALID_FOR_MS = 2000;

/**
 * A trading client that records its commands. It records a command with its key before sending it, and retries with the
 * same key until the outcome is known. After `trade` resolves, every recorded command has an outcome.
 */
export class TortureClient {
  /** Addresses of the same installation. After an attempt without an outcome, the next one is asked. */
  readonly #bases: readonly string[];
  #at = 0;
  readonly #instruments: readonly number[];
  readonly #chance: () => number;
  readonly #open: number[] = [];
  readonly #pending: number[] = [];
  readonly #sells = new Set<number>();
  #token = '';
  account = 0;
  readonly commands: SentCommand[] = [];
  /** Attempts without an outcome, by their reason; `no answer` without one. */
  readonly retried = new Map<string, number>();

  constructor(bases: string | readonly string[], instruments: readonly number[], chance: () => number) {
    this.#bases = typeof bases === 'string' ? [bases] : bases;
    this.#instruments = instruments;
    this.#chance = chance;
  }

  /** The session, once it is signed in. */
  get token(): string {
    return this.#token;
  }

  get #base(): string {
    return this.#bases[this.#at % this.#bases.length] ?? '';
  }

  /** Trades as a user who is signed in already. */
  use(account: number, token: string): void {
    this.account = account;
    this.#token = token;
  }

  async signIn(): Promise<void> {
    const { data } = await this.#send('POST', '/api/user/createAccountDemoForU', new URLSearchParams(), randomUUID());
    if (data?.token === undefined || data.user === undefined) throw new Error('the server gave no demo account');
    this.#token = data.token;
    this.account = data.user.id;
  }

  /**
   * Sends random commands until `isStopping` returns true, with pauses of `pauseMs`. Resolves after the outcome of the
   * last command.
   */
  async trade(isStopping: () => boolean, pauseMs = 0): Promise<void> {
    while (!isStopping()) {
      await this.#step();
      if (pauseMs > 0) await pause(pauseMs);
    }
  }

  /** Numbers of all orders of a status, from all pages of the API's list. */
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
    const command = this.#record('place', undefined, { target: pending ? '0.5' : undefined });
    const buys = this.#chance() < 0.5;
    const form = new URLSearchParams({
      type: buys ? '1' : '2',
      cont: '0.01',
      forex_id: String(this.#instruments[Math.floor(this.#chance() * this.#instruments.length)]),
      status: pending ? '0' : '1',
      ...(command.target === undefined
        ? { valid_until: String(Date.now() + VALID_FOR_MS) }
        : { target_price: command.target }),
    });
    const answer = await this.#send('POST', '/v1/api/forex/submit', form, command.key, command);
    command.refusal = answer.code === 1 ? undefined : (answer.reason ?? 'no reason');
    command.order = answer.data?.order?.Id;
    if (command.order !== undefined && !buys) this.#sells.add(command.order);
    if (command.order !== undefined) (pending ? this.#pending : this.#open).push(command.order);
  }

  /** Moves a pending order to another target, as far from the market as before, so that it never fills. */
  async #move(): Promise<void> {
    const order = this.#pending[Math.floor(this.#chance() * this.#pending.length)];
    const command = this.#record('move', order, { target: `0.${40 + Math.floor(this.#chance() * 20)}` });
    const form = new URLSearchParams({ id: String(order), target_price: command.target ?? '' });
    const answer = await this.#send('POST', '/v1/api/forex/amend_pending_order', form, command.key, command);
    command.refusal = answer.code === 1 ? undefined : (answer.reason ?? 'no reason');
  }

  /** Removes one level of a pending order, or sets it to a price that is valid for every target of `#move`. */
  async #level(): Promise<void> {
    const order = this.#pending[Math.floor(this.#chance() * this.#pending.length)] ?? 0;
    const field = this.#chance() < 0.5 ? 'stop_loss_price' : 'target_profit_price';
    const below = (field === 'stop_loss_price') !== this.#sells.has(order);
    const price = this.#chance() < 0.2 ? '0' : `0.${(below ? 20 : 70) + Math.floor(this.#chance() * 10)}`;
    const command = this.#record('level', order, { level: { field, price } });
    const form = new URLSearchParams({ id: String(order), [field]: price });
    const answer = await this.#send('POST', '/v1/api/forex/set_stop_price', form, command.key, command);
    command.refusal = answer.code === 1 ? undefined : (answer.reason ?? 'no reason');
  }

  async #end(kind: 'close' | 'cancel', from: number[]): Promise<void> {
    const [order = 0] = from.splice(Math.floor(this.#chance() * from.length), 1);
    const command = this.#record(kind, order);
    const path = kind === 'close' ? '/v1/api/forex/close' : '/v1/api/forex/cancel_trade';
    const answer = await this.#send('POST', path, new URLSearchParams({ id: String(order) }), command.key, command);
    command.refusal = answer.code === 1 ? undefined : (answer.reason ?? 'no reason');
  }

  #record(
    kind: SentCommand['kind'],
    order: number | undefined,
    prices: Pick<SentCommand, 'target' | 'level'> = {},
  ): SentCommand {
    const command: SentCommand = {
      key: randomUUID(),
      kind,
      order,
      ...prices,
      refusal: undefined,
      attempts: 0,
      sentAt: performance.now(),
      doneAt: undefined,
    };
    this.commands.push(command);
    return command;
  }

  /** Sends a request with its key until an answer tells the outcome. Throws after RETRY_LIMIT_MS. */
  async #send(
    method: string,
    path: string,
    form: URLSearchParams,
    key: string,
    command?: SentCommand,
  ): Promise<Envelope> {
    const deadline = Date.now() + RETRY_LIMIT_MS;
    while (Date.now() < deadline) {
      if (command !== undefined) command.attempts += 1;
      const answer = await this.#attempt(method, path, form, key).catch(() => undefined);
      if (answer !== undefined && (answer.code === 1 || !RETRIED.has(answer.reason ?? 'internal'))) {
        if (command !== undefined) command.doneAt = performance.now();
        return answer;
      }
      const reason = answer === undefined ? 'no answer' : (answer.reason ?? 'internal');
      this.retried.set(reason, (this.retried.get(reason) ?? 0) + 1);
      this.#at += 1;
      await pause(20 + this.#chance() * 80);
    }
    throw new Error(`${path} got no outcome within ${RETRY_LIMIT_MS} ms`);
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
