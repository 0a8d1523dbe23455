import type { Bus } from '../bus/bus.ts';
import type { Subjects } from '../bus/subjects.ts';

/**
 * Subjects of signals: a change in the database, a message for clients, a job that has something to do, or clocks whose
 * jump is accepted.
 */
export type SignalName =
  'settings' | 'listing' | 'calendars' | 'groups' | 'mailTexts' | 'swaps' | 'sessions' | 'topic' | 'work' | 'clock';

/** Milliseconds after which others are told again that they have missed a signal. */
const RETRY_MS = 500;

type Listener = (data: string) => void;

/** Tells the other processes of an installation what has changed. */
export interface Signals {
  /** Tells the others. A signal may be lost; `onMissed` is then called there. */
  tell(name: SignalName, data?: string): void;
  /** Calls the listener with signals of other processes, never with own ones. */
  on(name: SignalName, listener: Listener): void;
  /**
   * Calls the listener when signals may have been lost: what they told of must be read again. Calls it at once when some
   * came before, because they may tell of a change that was not read yet.
   */
  onMissed(listener: () => void): void;
}

/** Signals over the bus. */
export class BusSignals implements Signals {
  readonly #bus: Bus;
  readonly #subjects: Subjects;
  /** Marks own signals, which come back. */
  readonly #from: string;
  readonly #listeners = new Map<string, Listener[]>();
  readonly #missed: (() => void)[] = [];
  #hasHeard = false;
  #stopListening: (() => void) | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(bus: Bus, subjects: Subjects, from: string) {
    this.#bus = bus;
    this.#subjects = subjects;
    this.#from = from;
  }

  /** Begins to listen. */
  start(): void {
    this.#stopListening = this.#bus.subscribe(this.#subjects('signals'), (data) => this.#take(data), {
      onDropped: () => this.#miss(),
    });
  }

  stop(): void {
    clearTimeout(this.#retry);
    this.#stopListening?.();
  }

  tell(name: SignalName, data = ''): void {
    if (!this.#send(name, data)) this.#tellMissing();
  }

  on(name: SignalName, listener: Listener): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  onMissed(listener: () => void): void {
    this.#missed.push(listener);
    if (this.#hasHeard) listener();
  }

  /** Tells the others to read again what signals tell of: a former process may have ended before it could. */
  tellMissed(): void {
    if (!this.#send('missed', '')) this.#tellMissing();
  }

  #send(name: string, data: string): boolean {
    return this.#bus.publish(this.#subjects('signals'), Buffer.from(JSON.stringify([this.#from, name, data])));
  }

  /** The others were not told, so they are told as soon as possible that they have missed something. */
  #tellMissing(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.tellMissed(), RETRY_MS);
  }

  #take(message: Uint8Array): void {
    const [from, name, data] = JSON.parse(Buffer.from(message).toString()) as [string, string, string];
    if (from === this.#from) return;
    this.#hasHeard = true;
    if (name === 'missed') this.#miss();
    for (const listener of this.#listeners.get(name) ?? []) listener(data);
  }

  #miss(): void {
    this.#hasHeard = true;
    for (const listener of this.#missed) listener();
  }
}

/** The only process of an installation has nobody to tell. */
export const NO_SIGNALS: Signals = {
  tell: () => undefined,
  on: () => undefined,
  onMissed: () => undefined,
};
