import type { Call } from '@fairlot/contract';
import { ANOTHER, type AnswerStore, type KeyedRequest } from '../security/answer-store.ts';
import { type Answer, type FailReason, refuse } from './answer.ts';
import type { CallRequest } from './pipeline.ts';

/** Refusals that ask the caller to try again. They are no outcome: the same key may succeed later. */
const PASSING: ReadonlySet<FailReason> = new Set([
  'too_many_requests',
  'too_many_attempts',
  'overloaded',
  'not_ready',
  'internal',
]);

type Work = () => Promise<Answer<unknown>> | Answer<unknown>;

/** The parts of a call's declaration that say how it honours idempotency keys. */
type KeyedCall = Pick<Call, 'path' | 'changesState' | 'idempotency'>;

interface Running {
  readonly fingerprint: string;
  readonly answer: Promise<Answer<unknown>>;
}

/**
 * Runs a state-changing request once per caller and idempotency key. A repeat gets the first answer, waits for it while the
 * first is running, and is refused with `key_reused` when its call or input differs. A crash between the change and the
 * keeping of its answer lets a repeat run again, so a call that adds something must keep the key with what it adds.
 */
export class Repeats {
  readonly #store: AnswerStore;
  /** Requests under way. Memory is enough: one process at a time serves a database. */
  readonly #running = new Map<string, Running>();

  constructor(store: AnswerStore) {
    this.#store = store;
  }

  /**
   * Runs a call once per key. Runs it every time when it changes nothing, when its feature keeps the key itself, and
   * without a sent key or a caller. `caller`: kind and number, such as "user 12".
   */
  once(
    { path, changesState, idempotency }: KeyedCall,
    { key, isKeyed }: Pick<CallRequest, 'key' | 'isKeyed'>,
    caller: string | undefined,
    input: unknown,
    work: Work,
  ): Promise<Answer<unknown>> | Answer<unknown> {
    if (!changesState || idempotency !== undefined || !isKeyed || caller === undefined) return work();
    return this.#run({ caller, key, call: path, payload: JSON.stringify(input) }, work);
  }

  async #run(request: KeyedRequest, work: Work): Promise<Answer<unknown>> {
    const name = `${request.caller} ${request.key}`;
    const fingerprint = this.#store.fingerprint(request);
    const running = this.#running.get(name);
    if (running !== undefined) return running.fingerprint === fingerprint ? running.answer : refuse('key_reused');
    const answer = this.#answer(request, work);
    this.#running.set(name, { fingerprint, answer });
    try {
      return await answer;
    } finally {
      this.#running.delete(name);
    }
  }

  async #answer(request: KeyedRequest, work: Work): Promise<Answer<unknown>> {
    const kept = await this.#store.find(request);
    if (kept === ANOTHER) return refuse('key_reused');
    if (kept !== undefined) return JSON.parse(kept.answer) as Answer<unknown>;
    const answer = await work();
    if (answer.ok || !PASSING.has(answer.reason)) await this.#store.keep(request, JSON.stringify(answer));
    return answer;
  }
}
