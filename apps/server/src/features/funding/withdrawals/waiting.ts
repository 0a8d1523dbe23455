import { HOUR_MS } from '@fairlot/domain';
import { type Answer, refuse } from '../../../http/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';
import type { Session } from '../../../security/session.ts';
import type { OwnerCheck } from '../ports.ts';

/**
 * The time that must pass between a new method, password, factor or device and a withdrawal with it. In this time the
 * owner reads the notice and can freeze the account.
 */
export class Waiting {
  readonly #settings: SiteSettings;
  readonly #owner: Pick<OwnerCheck, 'unchangedSince'>;
  readonly #clock: Clock;

  constructor(settings: SiteSettings, owner: Pick<OwnerCheck, 'unchangedSince'>, clock: Clock) {
    this.#settings = settings;
    this.#owner = owner;
    this.#clock = clock;
  }

  /** The time from which a method bound at `boundAt` can be used; undefined when it can. */
  ofMethod(boundAt: Date): Date | undefined {
    return this.#after(boundAt.getTime());
  }

  /** The time from which the session can request withdrawals; undefined when it can. */
  async ofSession(session: Session): Promise<Date | undefined> {
    return this.#after(await this.#owner.unchangedSince(session));
  }

  /** Refuses a withdrawal of the session to a method before both can be used. */
  async refusal(session: Session, boundAt: Date): Promise<Answer<never> | undefined> {
    const until = [this.ofMethod(boundAt), await this.ofSession(session)].filter((time) => time !== undefined);
    if (until.length === 0) return undefined;
    const latest = Math.max(...until.map((time) => time.getTime()));
    return refuse('withdrawal_waits', {
      hours: String(Math.ceil((latest - this.#clock()) / HOUR_MS)),
      until: new Date(latest).toISOString(),
    });
  }

  #after(since: number): Date | undefined {
    const hours = this.#settings.get('withdrawal_wait_hours');
    if (hours === 0) return undefined;
    // A session that ended meanwhile has no known beginning.
    const until = Math.min(since, this.#clock()) + hours * HOUR_MS;
    return until > this.#clock() ? new Date(until) : undefined;
  }
}
