import type { Random } from '@fairlot/engine/sim';
import { type Bus, NoAnswerError, type Responder, type SubscriberOptions } from '../../../apps/server/src/bus/bus.ts';
import type { Life, VirtualTime } from './virtual-time.ts';

interface Subscriber {
  readonly life: Life;
  readonly listener: (data: Uint8Array) => void;
  readonly options: SubscriberOptions;
  /** The moment of the last message that keeps its order. */
  last: number;
}

interface Answering {
  readonly life: Life;
  readonly responder: Responder;
}

/** Probabilities of a network, per message. */
export interface Weather {
  /** A message is lost. */
  readonly lost: number;
  /** A message arrives twice. */
  readonly twice: number;
  /** A message arrives much later than others. */
  readonly late: number;
}

export const CALM: Weather = { lost: 0, twice: 0, late: 0 };

/** Changes a request before it is sent: the number of earlier ones with the same bytes. A test breaks it. */
export type Rewrite = (data: Uint8Array, earlier: number) => Uint8Array;

/**
 * The messages between simulated processes: lost, repeated, late and out of order. That is more than a bus may do, apart
 * from the market's messages: of those a lost one is told, and they keep their order.
 */
export class SimNetwork {
  weather: Weather = CALM;
  /** Messages that were lost, and that came twice. */
  readonly counts = { lost: 0, twice: 0 };
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #rewrite: Rewrite | undefined;
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  readonly #responders = new Map<string, Set<Answering>>();
  readonly #sent = new Map<string, number>();
  /** Moments until which a process is cut off. */
  readonly #cut = new Map<Life, number>();

  constructor(time: VirtualTime, random: Random, rewrite?: Rewrite) {
    this.#time = time;
    this.#random = random;
    this.#rewrite = rewrite;
  }

  /** Loses all messages from and to a process for so long. */
  cut(life: Life, ms: number): void {
    this.#cut.set(life, this.#time.now + ms);
  }

  /** The bus of one process. */
  busOf(life: Life): Bus {
    return {
      connected: true,
      publish: (subject, data) => this.#publish(life, subject, data),
      subscribe: (subject, listener, options) => {
        const subscriber = { life, listener, options, last: 0 };
        return entered(this.#subscribers, subject, subscriber);
      },
      request: (subject, data, timeoutMs) => this.#request(life, subject, data, timeoutMs),
      respond: (subject, responder) => entered(this.#responders, subject, { life, responder }),
      close: () => Promise.resolve(),
    };
  }

  /** Runs something in another process, like a message to it: perhaps never, perhaps twice. */
  send(from: Life, to: Life, deliver: () => void): void {
    const random = this.#random;
    if (this.#isLost(from, to)) return;
    const copies = random.chance(this.weather.twice) ? 2 : 1;
    this.counts.twice += copies - 1;
    for (let copy = 0; copy < copies; copy += 1) this.#time.post(to, this.#latency(), deliver);
  }

  #publish(from: Life, subject: string, data: Uint8Array): boolean {
    const keepsOrder = subject.includes('market');
    for (const subscriber of this.#subscribers.get(subject) ?? []) {
      const { life, listener, options } = subscriber;
      const deliver = (): void => {
        if (this.#subscribers.get(subject)?.has(subscriber) === true) listener(data);
      };
      if (!keepsOrder) this.send(from, life, deliver);
      else {
        const isLost = this.#isLost(from, life);
        const at = Math.max(subscriber.last, this.#time.now + this.#latency());
        subscriber.last = at;
        this.#time.post(life, at - this.#time.now, isLost ? options.onDropped : deliver);
      }
    }
    return true;
  }

  #request(from: Life, subject: string, given: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    const text = Buffer.from(given).toString('latin1');
    const earlier = this.#sent.get(text) ?? 0;
    if (given.length > 0) this.#sent.set(text, earlier + 1);
    const data = this.#rewrite?.(given, earlier) ?? given;
    return new Promise((answered, fail) => {
      this.#time.post(from, timeoutMs, () => fail(new NoAnswerError(`${subject} was not answered in ${timeoutMs} ms`)));
      const answering = [...(this.#responders.get(subject) ?? [])].filter(({ life }) => !life.isOver);
      if (answering.length === 0)
        this.#time.post(from, this.#latency(), () => fail(new NoAnswerError(`nobody answers ${subject}`)));
      // Two at once while a former holder does not know that it is one. Only the first answer counts.
      for (const { life, responder } of answering) {
        const answer = (): void =>
          void responder(data).then(
            (bytes) => bytes !== undefined && this.send(life, from, () => answered(bytes)),
            () => undefined,
          );
        if (text.includes('"key":')) this.send(from, life, answer);
        // A command without a key is sent once, and must not arrive after a later one.
        else if (!this.#isLost(from, life)) this.#time.post(life, 3, answer);
      }
    });
  }

  #isLost(from: Life, to: Life): boolean {
    const { now } = this.#time;
    const isCut = [from, to].some((life) => (this.#cut.get(life) ?? 0) > now);
    const isLost = isCut || this.#random.chance(this.weather.lost);
    if (isLost) this.counts.lost += 1;
    return isLost;
  }

  #latency(): number {
    const random = this.#random;
    return random.chance(this.weather.late) ? random.between(20, 900) : random.next() * 3;
  }
}

function entered<T>(into: Map<string, Set<T>>, subject: string, entry: T): () => void {
  const entries = into.get(subject) ?? new Set<T>();
  into.set(subject, entries.add(entry));
  return () => entries.delete(entry);
}
