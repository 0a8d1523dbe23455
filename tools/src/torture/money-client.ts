import { randomUUID } from 'node:crypto';

/** What a user and a member of staff of the torture call with. */
export interface MoneyAccess {
  readonly account: number;
  readonly token: string;
  readonly cookie: string;
  /** An image of the user's own, the network that takes deposits and its address, a currency of withdrawals and a bound method. */
  readonly proof: string;
  readonly network: number;
  readonly address: string;
  readonly currency: number;
  readonly method: number;
}

interface Envelope {
  readonly code: number;
  readonly reason?: string;
  readonly data: { readonly id?: number } | null;
}

const UNDECIDED = new Set(['not_ready', 'overloaded', 'internal', 'too_many_requests']);
const ATTEMPT_LIMIT_MS = 5000;
const GIVE_UP_MS = 90_000;
const DEPOSIT_DOLLARS = '50';
const WITHDRAWAL_DOLLARS = '20';

/**
 * A user who pays in and out, and the member of staff who decides. Each wish is sent again with its key until an answer
 * decides it; what was decided is kept, to be compared with the database.
 */
export class MoneyClient {
  readonly access: MoneyAccess;
  /** How every deposit and withdrawal ended, by its number. */
  readonly deposits = new Map<number, 'finished' | 'rejected'>();
  readonly withdrawals = new Map<number, 'paid' | 'rejected' | 'cancelled'>();
  readonly #base: string;
  readonly #chance: () => number;

  constructor(base: string, access: MoneyAccess, chance: () => number) {
    this.#base = base;
    this.access = access;
    this.#chance = chance;
  }

  /** Pays in and out until it is told to rest; what it began is decided when this resolves. */
  async run(resting: () => boolean): Promise<void> {
    while (!resting()) {
      await this.#deposit();
      await this.#withdraw();
    }
  }

  async #deposit(): Promise<void> {
    const { proof, network, address } = this.access;
    const id = await this.#asUser('/api/quickCharge/submit', {
      number: DEPOSIT_DOLLARS,
      proofImg: proof,
      address,
      charge_id: network,
    });
    const finished = this.#chance() < 0.8;
    await this.#asStaff(
      finished ? 'deposits/finish' : 'deposits/reject',
      finished ? { id } : { id, reason: 'torture' },
    );
    this.deposits.set(id, finished ? 'finished' : 'rejected');
  }

  async #withdraw(): Promise<void> {
    const { currency, method } = this.access;
    const id = await this.#asUser('/api/account/draw', {
      draw_currency_id: currency,
      number: WITHDRAWAL_DOLLARS,
      memo: '',
      draw_method_id: method,
    });
    const dice = this.#chance();
    if (dice < 0.2) {
      await this.#asUser('/api/account/draw_cancel', { id });
      this.withdrawals.set(id, 'cancelled');
      return;
    }
    await this.#asStaff('withdrawals/approve', { id });
    const paid = dice < 0.8;
    await this.#asStaff(
      paid ? 'withdrawals/pay' : 'withdrawals/reject',
      paid ? { id, reference: `torture ${id}` } : { id, reason: 'torture' },
    );
    this.withdrawals.set(id, paid ? 'paid' : 'rejected');
  }

  #asUser(path: string, input: object): Promise<number> {
    return this.#decide(path, input, { authorization: this.access.token });
  }

  #asStaff(path: string, input: object): Promise<number> {
    return this.#decide(`/office/api/${path}`, input, {
      cookie: `fairlot_office=${this.access.cookie}`,
      'x-fairlot-office': '1',
    });
  }

  /** The number of the record that the call is about. Nothing that is asked for here may be refused. */
  async #decide(path: string, input: object, headers: Readonly<Record<string, string>>): Promise<number> {
    const key = randomUUID();
    const deadline = Date.now() + GIVE_UP_MS;
    while (Date.now() < deadline) {
      const answer = await this.#attempt(path, input, { ...headers, 'idempotency-key': key }).catch(() => undefined);
      if (answer?.code === 1 && answer.data?.id !== undefined) return answer.data.id;
      if (answer !== undefined && !UNDECIDED.has(answer.reason ?? 'internal'))
        throw new Error(`${path} ${JSON.stringify(input)} was refused: ${answer.reason}`);
      await new Promise((done) => {
        setTimeout(done, 20 + this.#chance() * 80);
      });
    }
    throw new Error(`${path} was not decided within ${GIVE_UP_MS} ms`);
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
