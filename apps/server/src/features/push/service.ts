import type { InputOf, PushNotice, pushCalls } from '@fairlot/contract';
import { HOUR_MS } from '@fairlot/domain';
import { type LanguageCode, languageOf } from '@fairlot/i18n';
import { type Answer, done, refuse } from '../../http/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Job, every } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import type { Session } from '../../security/session.ts';
import { TokenBuckets } from '../../security/token-buckets.ts';
import { type Devices, areKeys } from './devices.ts';
import { type PushOrigins, isPushEndpoint } from './endpoint.ts';
import type { PushSender } from './sender.ts';

/** Limit per user: a burst of twenty messages, then one every six seconds. */
const AT_ONCE = 20;
const PER_SECOND = 1 / 6;
const TIDY_EVERY_MS = HOUR_MS;
/** Milliseconds before the second, third and fourth reading of a user's devices. */
const PAUSES_MS = [1_000, 5_000, 30_000] as const;
/** Notices that wait for another reading at most; further ones are dropped. */
const MOST_WAITING = 5_000;

/** Writes a notice in a language; undefined when the event is not worth a message. */
export type NoticeWriter = (language: LanguageCode) => Omit<PushNotice, 'lang' | 'dir'> | undefined;

export interface PushDeps {
  readonly devices: Devices;
  readonly sender: PushSender;
  /** The push services to which messages may go. */
  readonly origins: PushOrigins;
  readonly clock: Clock;
  readonly log: Log;
}

/** Sends push messages to the subscribed devices of users. */
export class Push {
  readonly #deps: PushDeps;
  readonly #limit: TokenBuckets;
  readonly #tidying: Job;
  /** Notices whose devices could not be read. */
  readonly #waiting = new Set<NodeJS.Timeout>();
  #isStopping = false;

  constructor(deps: PushDeps) {
    this.#deps = deps;
    this.#limit = new TokenBuckets(PER_SECOND, AT_ONCE, deps.clock);
    this.#tidying = every(
      TIDY_EVERY_MS,
      () => deps.devices.tidy(new Date(deps.clock())),
      (error) => deps.log.error({ err: error }, 'could not delete the devices of ended sessions'),
    );
  }

  async start(): Promise<void> {
    const { devices, clock } = this.#deps;
    await devices.tidy(new Date(clock()));
    await devices.open();
    this.#tidying.start();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const waiting of this.#waiting) clearTimeout(waiting);
    this.#waiting.clear();
    await this.#tidying.stop();
    await this.#deps.sender.stop();
  }

  /** Subscribes a browser. */
  async subscribe(
    session: Session,
    device: InputOf<typeof pushCalls.pushSubscribe>,
    language: LanguageCode,
  ): Promise<Answer<Record<string, never>>> {
    if (!isPushEndpoint(device.endpoint, this.#deps.origins)) return refuse('push_endpoint_refused');
    if (!areKeys(device)) return refuse('push_keys_invalid');
    await this.#deps.devices.add(
      { user: session.account, session: session.id, language, ...device },
      new Date(this.#deps.clock()),
    );
    return done({});
  }

  /** Sends a notice to every device of a user. Needs no query for users without devices. */
  tell(user: number, write: NoticeWriter): void {
    if (!this.#deps.devices.has(user) || write('en') === undefined || !this.#limit.take(user)) return;
    this.#send(user, write, 0).catch((error: unknown) =>
      this.#deps.log.error({ err: error }, 'could not write a push message'),
    );
  }

  /** Reads the devices again when the database is away for a moment: what a notice tells of is not told twice. */
  async #send(user: number, write: NoticeWriter, tries: number): Promise<void> {
    const { devices, clock } = this.#deps;
    let found: Awaited<ReturnType<Devices['of']>>;
    try {
      found = await devices.of(user, new Date(clock()));
    } catch (error) {
      const pauseMs = PAUSES_MS[tries];
      if (pauseMs === undefined || this.#isStopping || this.#waiting.size >= MOST_WAITING) throw error;
      await this.#pause(pauseMs);
      return this.#send(user, write, tries + 1);
    }
    return this.#sendTo(found, user, write);
  }

  /** Never ends when `stop` comes before its time: the notice is dropped with it. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = setTimeout(() => {
        this.#waiting.delete(waiting);
        resolve();
      }, ms);
      this.#waiting.add(waiting);
    });
  }

  #sendTo(devices: Awaited<ReturnType<Devices['of']>>, user: number, write: NoticeWriter): void {
    const { sender, origins } = this.#deps;
    for (const device of devices) {
      // The device may have subscribed under an earlier list of services.
      if (!isPushEndpoint(device.endpoint, origins)) continue;
      const { tag: lang, direction: dir } = languageOf(device.language);
      const notice = write(device.language);
      if (notice !== undefined)
        sender.send(user, device, JSON.stringify({ ...notice, lang, dir } satisfies PushNotice));
    }
  }
}
