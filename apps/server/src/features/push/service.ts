import type { InputOf, PushNotice, pushCalls } from '@fairlot/contract';
import { languageOf } from '@fairlot/i18n';
import type { LanguageCode } from '@fairlot/i18n';
import type { Answer } from '../../platform/answer.ts';
import { done, refuse } from '../../platform/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Session } from '../../platform/session.ts';
import { TokenBuckets } from '../../platform/token-bucket.ts';
import { areKeys } from './devices.ts';
import type { Devices } from './devices.ts';
import { isPushEndpoint } from './endpoint.ts';
import type { PushPlaces } from './endpoint.ts';
import type { PushSender } from './sender.ts';

/** One user is told of twenty things at once, and then of one in six seconds. */
const AT_ONCE = 20;
const PER_SECOND = 1 / 6;
const TIDY_EVERY_MS = 3_600_000;

/** Something that a user should know, in the words of a language; undefined: it is not worth a message. */
export type Words = (language: LanguageCode) => Omit<PushNotice, 'lang' | 'dir'> | undefined;

export interface PushDeps {
  readonly devices: Devices;
  readonly sender: PushSender;
  /** Which push services there may be. */
  readonly places: PushPlaces;
  readonly clock: Clock;
  readonly log: Log;
}

/** Tells users what happened while they were not looking, on the devices where they asked for it. */
export class Push {
  private readonly deps: PushDeps;
  private readonly pace: TokenBuckets;
  private timer: NodeJS.Timeout | undefined;

  constructor(deps: PushDeps) {
    this.deps = deps;
    this.pace = new TokenBuckets(PER_SECOND, AT_ONCE, deps.clock);
  }

  async start(): Promise<void> {
    const { devices, clock, log } = this.deps;
    await devices.tidy(new Date(clock()));
    await devices.open();
    this.timer = setInterval(() => {
      devices
        .tidy(new Date(clock()))
        .catch((error: unknown) => log.error({ err: error }, 'devices of ended sessions could not be dropped'));
    }, TIDY_EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.deps.sender.stop();
  }

  /** A browser asks to be told. */
  async subscribe(
    session: Session,
    device: InputOf<typeof pushCalls.pushSubscribe>,
    language: LanguageCode,
  ): Promise<Answer<Record<string, never>>> {
    if (!isPushEndpoint(device.endpoint, this.deps.places)) return refuse('push_endpoint_refused');
    if (!areKeys(device)) return refuse('push_keys_invalid');
    await this.deps.devices.add(
      { user: session.account, session: session.id, language, ...device },
      new Date(this.deps.clock()),
    );
    return done({});
  }

  /** Tells a user something, on every device that wants it. Costs nothing for who has none. */
  tell(user: number, words: Words): void {
    const { devices, sender, places, clock, log } = this.deps;
    if (!devices.has(user) || words('en') === undefined || !this.pace.take(user)) return;
    const write = async (): Promise<void> => {
      for (const device of await devices.of(user, new Date(clock()))) {
        // It was written down when another list of services held.
        if (!isPushEndpoint(device.endpoint, places)) continue;
        const { tag: lang, direction: dir } = languageOf(device.language);
        const said = words(device.language);
        if (said !== undefined) sender.send(user, device, JSON.stringify({ ...said, lang, dir } satisfies PushNotice));
      }
    };
    write().catch((error: unknown) => log.error({ err: error }, 'a push message could not be written'));
  }
}
