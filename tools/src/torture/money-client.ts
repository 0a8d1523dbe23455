import { randomBytes, randomUUID } from 'node:crypto';
import { pause } from '../../../apps/server/src/platform/pause.ts';
import { Moments } from './drills/moments.ts';

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
/** Rest of a client who can neither deposit nor withdraw any more. */
const IDLE_MS = 50;

/**
 * A user who deposits and withdraws, and the member of staff who decides. Every call is retried with its key until its
 * outcome is known. The final states are recorded for the comparison with the database.
 */
export class MoneyClient {
  readonly access: MoneyAccess;
  /** Final states by number of the deposit or withdrawal. */
  readonly deposits = new Map<number, 'finished' | 'rejected'>();
  readonly withdrawals = new Map<number, 'paid' | 'rejected' | 'cancelled'>();
  /** Moments at which a call of the client or of staff was answered. */
  readonly answered = new Moments();
  /** Addresses of the same installation. After an attempt without an outcome, the next one is asked. */
  readonly #bases: readonly string[];
  #at = 0;
  readonly #chance: () => number;

  constructor(bases: readonly string[], access: MoneyAccess, chance: () => number) {
    this.#bases = bases;
    this.access = access;
    this.#chance = chance;
  }

  /**
   * Deposits and withdraws until `isStopping` returns true, with pauses of `pauseMs`. Everything started has its final state
   * when this resolves.
   */
  async run(isStopping: () => boolean, pauseMs = 0): Promise<void> {
    while (!isStopping()) {
      const hasProof = this.access.proofs.length > 0;
      await this.#deposit();
      const hasMoney = this.#hasMoney();
      if (hasMoney) await this.#withdraw();
      // Without a rest, a client with nothing left to do would leave the others no turn.
      const restMs = hasProof || hasMoney ? pauseMs : IDLE_MS;
      if (restMs > 0) await pause(restMs);
    }
  }

  /** Deposits until so many more deposits are finished, or no proof is left. */
  async fund(deposits: number): Promise<void> {
    const goal = this.#finished + deposits;
    while (this.#finished < goal && this.access.proofs.length > 0) await this.#deposit();
  }

  get #finished(): number {
    return [...this.deposits.values()].filter((state) => state === 'finished').length;
  }

  /** True when the finished deposits pay for another withdrawal, even if none so far was rejected. */
  #hasMoney(): boolean {
    return this.#finished * Number(DEPOSIT_DOLLARS) >= (this.withdrawals.size + 1) * WITHDRAWAL_COST;
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
      if (answer?.code === 1 && answer.data?.id !== undefined) {
        this.answered.note(performance.now());
        return answer.data.id;
      }
      if (answer !== undefined && !RETRIED.has(answer.reason ?? 'internal'))
        throw new Error(`${path} ${JSON.stringify(input)} was refused: ${answer.reason}`);
      this.#at += 1;
      await pause(20 + this.#chance() * 80);
    }
    throw new Error(`${path} got no outcome within ${RETRY_LIMIT_MS} ms`);
  }

  async #attempt(path: string, input: object, headers: Readonly<Record<string, string>>): Promise<Envelope> {
    const base = this.#bases[this.#at % this.#bases.length] ?? '';
    const answer = await fetch(base + path, {
      method: 'POST',
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(ATTEMPT_LIMIT_MS),
      headers: { ...headers, 'content-type': 'application/json' },
    });
    return (await answer.json()) as Envelope;
  }
}
