import { createHash } from 'node:crypto';
import type { LanguageCode } from '@fairlot/i18n';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { addressGroup } from '../../http/addresses.ts';
import { type Answer, done, refuse } from '../../http/answer.ts';
import type { MailTemplate, Message } from '../../messages/message.ts';
import type { Outbox } from '../../messages/outbox.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Captchas } from '../../security/captcha/captchas.ts';
import { type CodeQuotas, STRANGERS } from './code-quota.ts';
import { type CodeAsker, type CodePurpose, type CodeRequester, CodeStore, type RecentCodes } from './code-store.ts';
import { type CaptchaAnswer, askForCaptcha } from './login-throttle.ts';
import { UserQueries } from './queries.ts';
import type { Target } from './target.ts';

/** Maximum number of codes to a target within one quota. */
interface Limits {
  /** Per hour from one network. */
  readonly hourHere: number;
  readonly hour: number;
  readonly day: number;
}

const OF_STRANGERS: Limits = { hourHere: 5, hour: 10, day: 20 };
/** One network or session of the owner. */
const OF_OWNER: Limits = { hourHere: 5, hour: 5, day: 10 };
/** From these numbers per hour on, a captcha is required. */
const USUAL_HERE = 2;
const USUAL_IN_QUOTA = 4;

export interface CodesDeps {
  readonly db: Kysely<Tables>;
  readonly outbox: Outbox;
  readonly captchas: Captchas;
  readonly clock: Clock;
  readonly quotas: CodeQuotas;
  /** Codes per hour that one network may request; 0 for no limit. */
  readonly perHour: number;
}

/** The part of a request that the limits look at. */
export interface CodeRequest {
  readonly address: string;
  /** Idempotency key. */
  readonly key: string;
  /** The session's token, if the request has one. */
  readonly token: string | undefined;
  readonly language: LanguageCode;
}

/** Sends verification codes. */
export class Codes {
  readonly #deps: CodesDeps;

  constructor(deps: CodesDeps) {
    this.#deps = deps;
  }

  /**
   * Sends a code. An address that has an account gets a notice instead of a registration code; an unknown address gets
   * no other code. The answer and its timing are the same, so they don't reveal whether an account exists. A repeated
   * request (same key) gets the same answer and sends nothing.
   */
  async send(
    purpose: CodePurpose,
    target: Target,
    request: CodeRequest,
    captcha: CaptchaAnswer,
  ): Promise<Answer<Record<string, never>>> {
    if (this.#deps.outbox.isFull) return refuse('overloaded');
    const requester = codeRequesterOf(request);
    const quota = await this.#deps.quotas.of(target, requester.from, request.token);
    const asker: CodeAsker = { ...requester, quota };
    const refusal = await this.#deps.db.transaction().execute(async (transaction) => {
      const store = new CodeStore(transaction, this.#deps.clock());
      const recent = await store.recent(purpose, target.address, asker);
      if (recent.repeated) return undefined;
      const problem = this.#problem(recent, quota, captcha);
      if (problem !== undefined) return problem;
      const { code, expiresAt } = await store.issue(purpose, target.address, asker);
      await store.tidy();
      const known = (await new UserQueries(transaction).credentials(target)) !== undefined;
      const template = templateOf(purpose, known);
      const message: Message = {
        channel: target.type === 'email' ? 'mail' : 'sms',
        to: target.address,
        template,
        language: request.language,
        params: { code },
        secret: true,
        expiresAt,
      };
      await (purpose !== 'register' && !known
        ? this.#deps.outbox.putNothing(transaction, message)
        : this.#deps.outbox.put(transaction, message));
      return undefined;
    });
    this.#deps.outbox.wake();
    return refusal ?? done({}, 'code_sent');
  }

  #problem(recent: RecentCodes, quota: string, captcha: CaptchaAnswer): Answer<never> | undefined {
    if (recent.waitSeconds > 0) return refuse('code_too_soon', { seconds: String(recent.waitSeconds) });
    const limits = quota === STRANGERS ? OF_STRANGERS : OF_OWNER;
    // Neighbours on the owner's network must not use up the owner's codes either.
    const perHour = quota === STRANGERS ? this.#deps.perHour : 0;
    const tooMany =
      recent.hourHere >= limits.hourHere ||
      recent.hourInQuota >= limits.hour ||
      recent.dayInQuota >= limits.day ||
      (perHour > 0 && recent.hourFromAddress >= perHour);
    if (tooMany) return refuse('too_many_codes');
    const unusual =
      recent.hourHere >= USUAL_HERE ||
      recent.hourInQuota >= USUAL_IN_QUOTA ||
      (perHour > 0 && recent.hourFromAddress >= perHour / 4);
    return unusual ? askForCaptcha(this.#deps.captchas, captcha) : undefined;
  }
}

function templateOf(purpose: CodePurpose, known: boolean): MailTemplate {
  if (purpose === 'register') return known ? 'register_known' : 'code_register';
  return purpose === 'reset' ? 'code_reset' : 'code_factor';
}

/** The network and hashed idempotency key of a request that asks for or uses a code. */
export function codeRequesterOf({ address, key }: Pick<CodeRequest, 'address' | 'key'>): CodeRequester {
  return { from: addressGroup(address), key: createHash('sha256').update(key).digest() };
}
