import type { Reason } from '@fairlot/contract';
import { MINUTE_MS } from '@fairlot/domain';
import type { Clock } from '../platform/clock.ts';
import { type Job, every } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type SecurityEventName, securityEventOf } from './security-events.ts';
import { TokenBuckets } from './token-buckets.ts';

/** Lines of one event with one outcome from one network: twenty at once, then one every ten seconds. */
const PER_SOURCE = { perSecond: 0.1, burst: 20 } as const;
/** Lines of one event with one outcome from all networks. */
export const PER_EVENT = { perSecond: 5, burst: 200 } as const;
const FLUSH_MS = MINUTE_MS;
/** Networks whose suppressed lines are counted one by one; further ones are counted together. */
const MOST_COUNTED = 5_000;

/** The caller of a call, as far as it is known. Handlers complete it. */
export interface Actor {
  user?: number;
  staff?: number;
  /** The name under which an unknown caller tried to sign in; it is logged as a keyed hash. */
  name?: string;
  /** The account whose password was wrong. It is for the owner's list only, never logged. */
  target?: number;
  /** The sign-in is the first with its browser and network. */
  isNewDevice?: boolean;
}

/** A call and its result. */
export interface CallOutcome {
  readonly call: string;
  readonly reason: Reason;
  readonly address: string;
  readonly agent: string;
  readonly actor: Readonly<Actor>;
}

export interface SecurityLogDeps {
  readonly log: Pick<Log, 'info'>;
  readonly clock: Clock;
  /** A keyed hash, equal for equal names. */
  readonly hash: (text: string) => string;
  /** The network of an address. */
  readonly networkOf: (address: string) => string;
}

interface Suppressed {
  readonly event: SecurityEventName;
  readonly outcome: string;
  readonly network: string;
  count: number;
}

/**
 * Writes what a SIEM needs to the server's log: one line for each event, with `event` from a fixed vocabulary and
 * neither secrets nor addresses of mail. A flood is cut by event, outcome and network, so that refusals can't hide a
 * success, and each minute tells how much was cut.
 */
export class SecurityLog {
  readonly #deps: SecurityLogDeps;
  readonly #sources: TokenBuckets;
  readonly #events: TokenBuckets;
  readonly #suppressed = new Map<string, Suppressed>();
  readonly #job: Job;

  constructor(deps: SecurityLogDeps) {
    this.#deps = deps;
    this.#sources = new TokenBuckets(PER_SOURCE.perSecond, PER_SOURCE.burst, deps.clock);
    this.#events = new TokenBuckets(PER_EVENT.perSecond, PER_EVENT.burst, deps.clock);
    this.#job = every(FLUSH_MS, () => this.flush());
  }

  start(): void {
    this.#job.start();
  }

  async stop(): Promise<void> {
    await this.#job.stop();
    this.flush();
  }

  /** Writes the event of a call's answer, if it has one. */
  readonly answered = ({ call, reason, address, agent, actor }: CallOutcome): void => {
    const event = securityEventOf(call, reason);
    if (event === undefined) return;
    this.#write(event, reason === 'ok' ? 'ok' : 'refused', address, {
      ...(reason === 'ok' ? {} : { reason }),
      call,
      ...(actor.user === undefined ? {} : { user: actor.user }),
      ...(actor.staff === undefined ? {} : { staff: actor.staff }),
      ...(actor.name === undefined ? {} : { name_hash: this.#deps.hash(`name ${actor.name.trim().toLowerCase()}`) }),
      source: address,
      agent,
    });
  };

  /** Writes an event that no call causes. */
  note(event: SecurityEventName, { user, outcome }: { readonly user: number; readonly outcome: string }): void {
    this.#write(event, outcome, '', { user });
  }

  /** Writes how many lines were cut since the last time. */
  flush(): void {
    const counted = [...this.#suppressed.values()];
    this.#suppressed.clear();
    for (const { event, outcome, network, count } of counted)
      this.#deps.log.info({ security: true, event, outcome, network, suppressed: count }, `${count} lines suppressed`);
  }

  #write(event: SecurityEventName, outcome: string, address: string, fields: object): void {
    const network = address === '' ? '' : this.#deps.networkOf(address);
    const kind = `${event} ${outcome}`;
    if (network !== '' && !this.#sources.take(`${kind} ${network}`)) this.#suppress(event, outcome, network);
    else if (!this.#events.take(kind)) this.#suppress(event, outcome, '');
    else this.#deps.log.info({ security: true, event, outcome, ...fields }, 'security event');
  }

  #suppress(event: SecurityEventName, outcome: string, network: string): void {
    const key = `${event} ${outcome} ${network}`;
    const known = this.#suppressed.get(key);
    if (known !== undefined) known.count += 1;
    else if (network !== '' && this.#suppressed.size >= MOST_COUNTED) this.#suppress(event, outcome, '');
    else this.#suppressed.set(key, { event, outcome, network, count: 1 });
  }
}
