import webPush from 'web-push';
import type { Log } from '../../platform/log.ts';
import type { Device } from './devices.ts';
import type { PushKeys } from './keys.ts';
import { type Endpoints, type PushResponse, deliver } from './transport.ts';

/**
 * Maximum number of waiting messages, in total and per user. Further ones are dropped, because late news of prices is
 * worthless.
 */
const MOST_WAITING = 5_000;
const MOST_OF_ONE = 100;
const AT_ONCE = 8;
/** Milliseconds before the second, third and fourth attempt. */
const PAUSES_MS = [1_000, 5_000, 30_000] as const;
/** TTL in seconds: the time for which a push service stores a message for an offline device. */
const KEPT_S = 3_600;

export interface SenderDeps {
  readonly keys: PushKeys;
  readonly endpoints: Endpoints;
  /** Contact of the operator for push services: a mailto: or https: address. */
  readonly contact: () => string;
  /** Tells whether the device is still subscribed. Called before each attempt, because a message may wait for long. */
  readonly isTold: (user: number, endpoint: string) => Promise<boolean>;
  /** Called when the push service reports that the subscription no longer exists. */
  readonly onGone: (endpoint: string) => Promise<void>;
  readonly log: Log;
}

interface Waiting {
  readonly user: number;
  readonly device: Device;
  readonly payload: string;
  readonly tries: number;
}

/** The final state of a push message. */
type Outcome = 'sent' | 'failed' | 'dropped' | 'gone';

/**
 * Encrypts messages and delivers them to push services, a few at a time, with up to four attempts each. Sends at most
 * one message per user at a time, so that a user whose endpoint never answers delays nobody else. Waiting messages are
 * lost when the process ends or the subscription is removed.
 */
export class PushSender {
  readonly #deps: SenderDeps;
  readonly #queue: Waiting[] = [];
  readonly #pauses = new Set<NodeJS.Timeout>();
  /** The number of unsettled messages per user, and the users with a delivery in progress. */
  readonly #unsettled = new Map<number, number>();
  readonly #busy = new Set<number>();
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #counts: Record<Outcome, number> = { sent: 0, failed: 0, dropped: 0, gone: 0 };

  constructor(deps: SenderDeps) {
    this.#deps = deps;
  }

  /** Messages since the start by outcome, and the number waiting now. */
  get figures(): Readonly<Record<string, number>> {
    return { ...this.#counts, waiting: this.#queue.length + this.#pauses.size + this.#running.size };
  }

  send(user: number, device: Device, payload: string): void {
    if (this.#stopping.signal.aborted) return;
    const own = this.#unsettled.get(user) ?? 0;
    if (own >= MOST_OF_ONE) {
      this.#counts.dropped += 1;
      return;
    }
    this.#unsettled.set(user, own + 1);
    this.#put({ user, device, payload, tries: 0 });
    this.#work();
  }

  /** Aborts deliveries and drops waiting messages, so that a slow push service can't delay the server's shutdown. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const pause of this.#pauses) clearTimeout(pause);
    this.#pauses.clear();
    this.#queue.length = 0;
    this.#unsettled.clear();
    await Promise.all(this.#running);
  }

  #put(waiting: Waiting): void {
    if (this.#queue.length + this.#pauses.size >= MOST_WAITING) this.#settle(waiting, 'dropped');
    else this.#queue.push(waiting);
  }

  #settle({ user }: Waiting, how: Outcome): void {
    this.#counts[how] += 1;
    const left = (this.#unsettled.get(user) ?? 1) - 1;
    if (left === 0) this.#unsettled.delete(user);
    else this.#unsettled.set(user, left);
  }

  #work(): void {
    while (this.#running.size < AT_ONCE) {
      const place = this.#queue.findIndex(({ user }) => !this.#busy.has(user));
      const [next] = place === -1 ? [] : this.#queue.splice(place, 1);
      if (next === undefined) return;
      this.#busy.add(next.user);
      const attempt = this.#attempt(next).finally(() => {
        this.#running.delete(attempt);
        this.#busy.delete(next.user);
        this.#work();
      });
      this.#running.add(attempt);
    }
  }

  async #attempt(waiting: Waiting): Promise<void> {
    const response = await this.#deliver(waiting).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    if (response === undefined) return this.#settle(waiting, 'dropped');
    const status = response instanceof Error ? 0 : response.status;
    if (status >= 200 && status < 300) {
      this.#settle(waiting, 'sent');
    } else if (status === 404 || status === 410) {
      this.#settle(waiting, 'gone');
      await this.#deps
        .onGone(waiting.device.endpoint)
        .catch((error: unknown) =>
          this.#deps.log.error({ err: error }, 'could not delete an expired push subscription'),
        );
    } else if (status === 0 || status === 429 || status >= 500) {
      this.#retry(waiting, response);
    } else {
      this.#fail(waiting, response);
    }
    return undefined;
  }

  #retry(waiting: Waiting, response: PushResponse | Error): void {
    const pauseMs = PAUSES_MS[waiting.tries];
    const requestedMs = response instanceof Error ? 0 : (response.retryAfter ?? 0) * 1000;
    if (pauseMs === undefined || requestedMs > KEPT_S * 1000 || this.#stopping.signal.aborted)
      return this.#fail(waiting, response);
    const pause = setTimeout(
      () => {
        this.#pauses.delete(pause);
        this.#put({ ...waiting, tries: waiting.tries + 1 });
        this.#work();
      },
      Math.max(pauseMs, requestedMs),
    );
    this.#pauses.add(pause);
    return undefined;
  }

  /** Logs only the host: the full endpoint is a secret with which anyone can send to the browser. */
  #fail(waiting: Waiting, response: PushResponse | Error): void {
    this.#settle(waiting, 'failed');
    this.#deps.log.warn(
      {
        service: new URL(waiting.device.endpoint).host,
        answer: response instanceof Error ? response.message : response.status,
      },
      'gave up on a push message',
    );
  }

  /** Returns undefined when the device is no longer subscribed. */
  async #deliver({ user, device, payload }: Waiting): Promise<PushResponse | undefined> {
    if (!(await this.#deps.isTold(user, device.endpoint))) return undefined;
    const { publicKey, privateKey } = this.#deps.keys;
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      payload,
      {
        vapidDetails: { subject: this.#deps.contact(), publicKey, privateKey },
        TTL: KEPT_S,
        urgency: 'high',
        contentEncoding: 'aes128gcm',
      },
    );
    return deliver({ endpoint, headers: headers, body }, this.#deps.endpoints, this.#stopping.signal);
  }
}
