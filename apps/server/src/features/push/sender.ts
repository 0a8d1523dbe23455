import webPush from 'web-push';
import type { Log } from '../../platform/log.ts';
import type { Device } from './devices.ts';
import type { PushKeys } from './keys.ts';
import { deliver } from './transport.ts';
import type { Endpoints, Receipt } from './transport.ts';

/** Messages that may wait, of all and of one user; what comes on top is dropped, because news of prices is worth nothing late. */
const MOST_WAITING = 5_000;
const MOST_OF_ONE = 100;
const AT_ONCE = 8;
/** Milliseconds before the second try and each that follows. */
const PAUSES_MS = [1_000, 5_000, 30_000] as const;
/** Seconds for which a push service keeps a message for a device that is off. */
const KEPT_S = 3_600;

export interface SenderDeps {
  readonly keys: PushKeys;
  readonly endpoints: Endpoints;
  /** Whom a push service may write to about our messages: mailto: or https:. */
  readonly contact: () => string;
  /** Whether the user still wants to be told on this browser: asked before each try, since a message may wait for long. */
  readonly isTold: (user: number, endpoint: string) => Promise<boolean>;
  /** The browser is gone for good. */
  readonly onGone: (endpoint: string) => Promise<void>;
  readonly log: Log;
}

interface Waiting {
  readonly user: number;
  readonly device: Device;
  readonly payload: string;
  readonly tries: number;
}

/**
 * Encrypts messages and brings them to push services, a few at a time, each tried four times at most. Of one user one is on
 * its way at a time: anybody may name a service that never answers, and holds up nobody else by it. What waits outlives
 * neither the process nor its user's wish to be told.
 */
export class PushSender {
  private readonly deps: SenderDeps;
  private readonly queue: Waiting[] = [];
  private readonly pauses = new Set<NodeJS.Timeout>();
  /** Messages of each user that are not settled, and the users of whom one is on its way. */
  private readonly unsettled = new Map<number, number>();
  private readonly busy = new Set<number>();
  private readonly running = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private counts = { sent: 0, failed: 0, dropped: 0, gone: 0 };

  constructor(deps: SenderDeps) {
    this.deps = deps;
  }

  /** Messages since the start, by what became of them. */
  get figures(): Readonly<Record<string, number>> {
    return { ...this.counts, waiting: this.queue.length + this.pauses.size + this.running.size };
  }

  send(user: number, device: Device, payload: string): void {
    if (this.stopping.signal.aborted) return;
    const own = this.unsettled.get(user) ?? 0;
    if (own >= MOST_OF_ONE) {
      this.counts.dropped += 1;
      return;
    }
    this.unsettled.set(user, own + 1);
    this.put({ user, device, payload, tries: 0 });
    this.work();
  }

  /** Gives up what is being sent and what waits: nobody waits with a server that stops for somebody else's that is slow. */
  async stop(): Promise<void> {
    this.stopping.abort();
    for (const pause of this.pauses) clearTimeout(pause);
    this.pauses.clear();
    this.queue.length = 0;
    this.unsettled.clear();
    await Promise.all(this.running);
  }

  private put(waiting: Waiting): void {
    if (this.queue.length + this.pauses.size >= MOST_WAITING) this.settle(waiting, 'dropped');
    else this.queue.push(waiting);
  }

  private settle({ user }: Waiting, how: keyof typeof this.counts): void {
    this.counts[how] += 1;
    const left = (this.unsettled.get(user) ?? 1) - 1;
    if (left === 0) this.unsettled.delete(user);
    else this.unsettled.set(user, left);
  }

  private work(): void {
    while (this.running.size < AT_ONCE) {
      const place = this.queue.findIndex(({ user }) => !this.busy.has(user));
      const [next] = place === -1 ? [] : this.queue.splice(place, 1);
      if (next === undefined) return;
      this.busy.add(next.user);
      const attempt = this.attempt(next).finally(() => {
        this.running.delete(attempt);
        this.busy.delete(next.user);
        this.work();
      });
      this.running.add(attempt);
    }
  }

  private async attempt(waiting: Waiting): Promise<void> {
    const receipt = await this.deliver(waiting).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    if (receipt === undefined) return this.settle(waiting, 'dropped');
    const status = receipt instanceof Error ? 0 : receipt.status;
    if (status >= 200 && status < 300) {
      this.settle(waiting, 'sent');
    } else if (status === 404 || status === 410) {
      this.settle(waiting, 'gone');
      await this.deps
        .onGone(waiting.device.endpoint)
        .catch((error: unknown) =>
          this.deps.log.error({ err: error }, 'a browser that is gone could not be forgotten'),
        );
    } else if (status === 0 || status === 429 || status >= 500) {
      this.retry(waiting, receipt);
    } else {
      this.fail(waiting, receipt);
    }
    return undefined;
  }

  private retry(waiting: Waiting, receipt: Receipt | Error): void {
    const pauseMs = PAUSES_MS[waiting.tries];
    const wished = receipt instanceof Error ? 0 : (receipt.retryAfter ?? 0) * 1000;
    if (pauseMs === undefined || wished > KEPT_S * 1000 || this.stopping.signal.aborted)
      return this.fail(waiting, receipt);
    const pause = setTimeout(
      () => {
        this.pauses.delete(pause);
        this.put({ ...waiting, tries: waiting.tries + 1 });
        this.work();
      },
      Math.max(pauseMs, wished),
    );
    this.pauses.add(pause);
    return undefined;
  }

  /** The address itself is a secret: whoever has it can write to the browser. */
  private fail(waiting: Waiting, receipt: Receipt | Error): void {
    this.settle(waiting, 'failed');
    this.deps.log.warn(
      {
        service: new URL(waiting.device.endpoint).host,
        answer: receipt instanceof Error ? receipt.message : receipt.status,
      },
      'a push message was given up',
    );
  }

  /** undefined: nobody wants it any more. */
  private async deliver({ user, device, payload }: Waiting): Promise<Receipt | undefined> {
    if (!(await this.deps.isTold(user, device.endpoint))) return undefined;
    const { publicKey, privateKey } = this.deps.keys;
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      payload,
      {
        vapidDetails: { subject: this.deps.contact(), publicKey, privateKey },
        TTL: KEPT_S,
        urgency: 'high',
        contentEncoding: 'aes128gcm',
      },
    );
    return deliver({ endpoint, headers: headers, body }, this.deps.endpoints, this.stopping.signal);
  }
}
