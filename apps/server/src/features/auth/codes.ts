import { createHash } from 'node:crypto';
import type { LanguageCode } from '@fairlot/i18n';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { addressGroup } from '../../platform/addresses.ts';
import type { Answer } from '../../platform/answer.ts';
import { done, refuse } from '../../platform/answer.ts';
import type { Captchas } from '../../platform/captcha/captchas.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MailTemplate, Message } from '../../platform/outbox/message.ts';
import type { Outbox } from '../../platform/outbox/outbox.ts';
import { CodeBook } from './code-book.ts';
import type { Asker, CodePurpose, LatelySent } from './code-book.ts';
import { askForCaptcha } from './gate.ts';
import type { CaptchaAnswer } from './gate.ts';
import { UserQueries } from './queries.ts';
import type { Target } from './target.ts';

/** To one target from one network an hour, to it from anywhere an hour and a day. */
const HOUR_HERE = 5;
const HOUR_TO_TARGET = 10;
const DAY_TO_TARGET = 20;
/** Above these a picture has to be read first. */
const USUAL_HERE = 2;
const USUAL_TO_TARGET = 4;

export interface CodesDeps {
  readonly db: Kysely<Tables>;
  readonly outbox: Outbox;
  readonly captchas: Captchas;
  readonly clock: Clock;
  /** Codes that one network may ask for in an hour; 0: as many as it likes. */
  readonly perHour: number;
}

/** A request as the rules for codes see it. */
export interface Request {
  readonly address: string;
  /** Idempotency key. */
  readonly key: string;
  readonly language: LanguageCode;
}

/** Sends verification codes. */
export class Codes {
  private readonly deps: CodesDeps;

  constructor(deps: CodesDeps) {
    this.deps = deps;
  }

  /**
   * Sends a code, or, to somebody for whom it would be of no use, another message or none: the answer and its time are the
   * same. A repeated request (same key) is answered alike and sends nothing again.
   */
  async send(
    purpose: CodePurpose,
    target: Target,
    request: Request,
    captcha: CaptchaAnswer,
  ): Promise<Answer<Record<string, never>>> {
    if (this.deps.outbox.isFull) return refuse('overloaded');
    const asker = askerOf(request);
    const refusal = await this.deps.db.transaction().execute(async (transaction) => {
      const book = new CodeBook(transaction, this.deps.clock());
      const lately = await book.lately(purpose, target.address, asker);
      if (lately.repeated) return undefined;
      const problem = this.problem(lately, captcha);
      if (problem !== undefined) return problem;
      const { code, expiresAt } = await book.issue(purpose, target.address, asker);
      await book.tidy();
      const known = (await new UserQueries(transaction).credentials(target)) !== undefined;
      const template: MailTemplate = purpose === 'reset' ? 'code_reset' : known ? 'register_known' : 'code_register';
      const message: Message = {
        channel: target.type === 'email' ? 'mail' : 'sms',
        to: target.address,
        template,
        language: request.language,
        params: { code },
        secret: true,
        expiresAt,
      };
      await (purpose === 'reset' && !known
        ? this.deps.outbox.putNothing(transaction, message)
        : this.deps.outbox.put(transaction, message));
      return undefined;
    });
    this.deps.outbox.wake();
    return refusal ?? done({}, 'code_sent');
  }

  private problem(lately: LatelySent, captcha: CaptchaAnswer): Answer<never> | undefined {
    const { perHour } = this.deps;
    if (lately.waitSeconds > 0) return refuse('code_too_soon', { seconds: String(lately.waitSeconds) });
    const tooMany =
      lately.hourHere >= HOUR_HERE ||
      lately.hourToTarget >= HOUR_TO_TARGET ||
      lately.dayToTarget >= DAY_TO_TARGET ||
      (perHour > 0 && lately.hourFromAddress >= perHour);
    if (tooMany) return refuse('too_many_codes');
    const unusual =
      lately.hourHere >= USUAL_HERE ||
      lately.hourToTarget >= USUAL_TO_TARGET ||
      (perHour > 0 && lately.hourFromAddress >= perHour / 4);
    return unusual ? askForCaptcha(this.deps.captchas, captcha) : undefined;
  }
}

/** Who sends or uses a code, from its request. */
export function askerOf({ address, key }: Pick<Request, 'address' | 'key'>): Asker {
  return { from: addressGroup(address), key: createHash('sha256').update(key).digest() };
}
