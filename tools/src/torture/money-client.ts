import { randomBytes, randomUUID } from 'node:crypto';

/** Credentials and records of a user and a member of staff. */
export interface MoneyAccess {
  readonly account: number;
  readonly token: string;
  readonly password: string;
  readonly cookie: string;
  /** Paths of images that the user owns, one for each deposit. */
  readonly proofs: string[];
  /** A network for deposits, and its address. */
  readonly network: number;
  readonly address: string;
  /** A currency of withdrawals, and the user's bound method for it. */
  readonly currency: number;
  readonly method: number;
}

interface Envelope {
  readonly code: number;
  readonly reason?: string;
  readonly data: { readonly id?: number } | null;
}

/** Reasons that leave the outcome unknown. */
const RETRIED = new Set(['not_ready', 'overloaded', 'internal', 'too_many_requests']);
const ATTEMPT_LIMIT_MS = 5000;
const RETRY_LIMIT_MS = 90_000;
const DEPOSIT_DOLLARS = '50';
const WITHDRAWAL_DOLLARS = '20';
/** The highest cost of a withdrawal, with its fee. */
const WITHDRAWAL_COST = 40;

/**
 * A user who deposits and withdraws, and the member of staff who decides. Every call is retried with its key until its
 * outcome is known. The final states are recorded for the comparison with the database.
 */
export class MoneyClient {
  readonly access: MoneyAccess;
  /** Final states by number of the deposit or withdrawal. */
  readonly deposits = new Map<number, 'finished' | 'rejected'>();
  readonly withdrawals = new Map<number, 'paid' | 'rejected' | 'cancelled'>();
  readonly #base: string;
  readonly #chance: () => number;

  constructor(base: string, access: MoneyAccess, chance: () => number) {
    this.#base = base;
    this.access = access;
    this.#chance = chance;
  }

  /** Deposits and withdraws until `isStopping` returns true. Everything started has its final state when this resolves. */
  async run(isStopping: () => boolean): Promise<void> {
    while (!isStopping()) {
      await this.#deposit();
      if (this.#hasMoney()) await this.#withdraw();
    }
  }

  /** True when the finished deposits pay for another withdrawal, even if none so far was rejected. */
  #hasMoney(): boolean {
    const finished = [...this.deposits.values()].filter((state) => state === 'finished').length;
    return finished * Number(DEPOSIT_DOLLARS) >= (this.withdrawals.size + 1) * WITHDRAWAL_COST;
  }

  async #deposit(): Promise<void> {
    const { proofs, network, address } = this.access;
    const proof = proofs.pop();
    if (proof === undefined) return;
    const id = await this.#asUser('/api/quickCharge/submit', {
      number: DEPOSIT_DOLLARS,
      proofImg: proof,
      address,
      charge_id: network,
    });
    const finished = this.#chance() < 0.8;
    await this.#asStaff(
      finished ? 'deposits/finish' : 'deposits/reject',
      finished ? { id, transaction_id: randomBytes(32).toString('hex') } : { id, reason: 'torture' },
    );
    this.deposits.set(id, finished ? 'finished' : 'rejected');
  }

  async #withdraw(): Promise<void> {
    const { currency, method, password } = this.access;
    const id = await this.#asUser('/api/account/draw', {
      draw_currency_id: currency,
      number: WITHDRAWAL_DOLLARS,
      memo: '',
      draw_method_id: method,
      password,
    });
    const dice = this.#chance();
    if (dice < 0.2) {
      await this.#asUser('/api/account/draw_cancel', { id });
      this.withdrawals.set(id, 'cancelled');
      return;
    }
    await this.#asStaff('withdrawals/approve', { id });
    const paid = dice < 0.8;
    if (paid) await this.#asStaff('withdrawals/claim', { id });
    await this.#asStaff(
      paid ? 'withdrawals/pay' : 'withdrawals/reject',
      paid ? { id, reference: `torture ${id}` } : { id, reason: 'torture' },
    );
    this.withdrawals.set(id, paid ? 'paid' : 'rejected');
  }

  #asUser(path: string, input: object): Promise<number> {
    return this.#send(path, input, { authorization: this.access.token });
  }

  #asStaff(path: string, input: object): Promise<number> {
    return this.#send(`/office/api/${path}`, input, {
      cookie: `fairlot_office=${this.access.cookie}`,
      'x-fairlot-office': '1',
    });
  }

  /** Sends a call with one key until its outcome is known. Returns the number of its record; throws for a refusal. */
  async #send(path: string, input: object, headers: Readonly<Record<string, string>>): Promise<number> {
    const key = randomUUID();
    const deadline = Date.now() + RETRY_LIMIT_MS;
    while (Date.now() < deadline) {
      const answer = await this.#attempt(path, input, { ...headers, 'idempotency-key': key }).catch(() => undefined);
      if (answer?.code === 1 && answer.data?.id !== undefined) return answer.data.id;
      if (answer !== undefined && !RETRIED.has(answer.reason ?? 'internal'))
        throw new Error(`${path} ${JSON.stringify(input)} was refused: ${answer.reason}`);
      await new Promise((done) => {
        setTimeout(done, 20 + this.#chance() * 80);
      });
    }
    throw new Error(`${path} got no outcome within ${RETRY_LIMIT_MS} ms`);
  }

  async #attempt(path: string, input: object, headers: Readonly<Record<string, string>>): Promise<Envelope> {
    const answer = await fetch(this.#base + path, {
      method: 'POST',
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(ATTEMPT_LIMIT_MS),
      headers: { ...headers, 'content-type': 'application/json' },
    });
    return (await answer.json()) as Envelope;
  }
}
