import type { Fault } from './fault.ts';
import type { Conversation, Link, Transport } from './link.ts';
import type { Timers } from './timers.ts';

/** The connection of a source and its limits in time. */
export interface ConnectionPlan {
  readonly transport: Transport;
  readonly converse: (link: Link) => Conversation;
  /** A connection on which nothing proves life for this long is stale: less than two heartbeats of the source. */
  readonly silenceMs: number;
  /** The longest time until the source accepts the connection. */
  readonly connectMs: number;
  /** Interval of `Conversation.probe`. */
  readonly probeMs?: number | undefined;
  /** True for a source whose pings and pongs of the transport are its heartbeat. */
  readonly pingsProveLife?: boolean | undefined;
}

/** The receiver of an attempt's events. */
export interface AttemptEvents {
  /** Data or a heartbeat arrived for the first time. */
  live(): void;
  malformed(): void;
  /** Told once, unless the attempt was closed by its owner. */
  ended(fault: Fault): void;
}

/**
 * A stalled process runs its timers before it reads what arrived meanwhile. The last part of a silence gives that data
 * a turn, so that the source is not blamed for the stall.
 */
const GRACE = 0.05;
/** Unreadable messages in a row after which pings prove nothing. A single one may be a symbol's own. */
const GARBLED_LIMIT = 3;

/** One connection from its opening to its end, with the supervision of its silence. */
export class Attempt {
  readonly #plan: ConnectionPlan;
  readonly #timers: Timers;
  readonly #events: AttemptEvents;
  readonly #link: Link;
  readonly #conversation: Conversation;
  #cancelDeadline: () => void;
  #cancelProbe: () => void = nothing;
  #isOpen = false;
  #isLive = false;
  #isEnded = false;
  /** Unreadable messages since the last readable data: a silence is then a wrong answer. */
  #garbled = 0;

  constructor(plan: ConnectionPlan, timers: Timers, events: AttemptEvents) {
    this.#plan = plan;
    this.#timers = timers;
    this.#events = events;
    this.#cancelDeadline = timers.after(plan.connectMs, () =>
      this.#end({ phase: 'connecting', reason: 'unreachable', detail: 'no answer to the connection' }),
    );
    this.#link = plan.transport({
      opened: () => this.#opened(),
      received: (text) => this.#received(text),
      pinged: () => this.#pinged(),
      ended: (fault) => this.#end(fault),
    });
    this.#conversation = plan.converse(this.#link);
  }

  /** The protocol of this connection, while the connection is open. */
  get conversation(): Conversation | undefined {
    return this.#isOpen && !this.#isEnded ? this.#conversation : undefined;
  }

  /** Ends the connection without telling. */
  close(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#cancelDeadline();
    this.#cancelProbe();
    this.#link.close();
  }

  #opened(): void {
    if (this.#isEnded) return;
    this.#isOpen = true;
    this.#awaitLife();
    this.#scheduleProbe();
    this.#conversation.opened?.();
  }

  #received(text: string): void {
    if (this.#isEnded) return;
    const heard = this.#conversation.received(text);
    if (heard === 'alive') {
      this.#garbled = 0;
      this.#alive();
    } else if (heard === 'malformed') {
      this.#garbled += 1;
      this.#events.malformed();
    } else if (heard !== 'idle') this.#end(heard);
  }

  /** A venue that answers pings and sends nothing readable proves no life. */
  #pinged(): void {
    if (!this.#isEnded && this.#plan.pingsProveLife === true && this.#garbled < GARBLED_LIMIT) this.#alive();
  }

  #alive(): void {
    // The conversation may have ended the connection from within.
    if (this.#isEnded) return;
    this.#awaitLife();
    if (this.#isLive) return;
    this.#isLive = true;
    this.#events.live();
  }

  #awaitLife(): void {
    this.#cancelDeadline();
    const grace = this.#plan.silenceMs * GRACE;
    this.#cancelDeadline = this.#timers.after(this.#plan.silenceMs - grace, () => {
      this.#cancelDeadline = this.#timers.after(grace, () => this.#silent());
    });
  }

  #silent(): void {
    if (this.#garbled === 0) this.#end({ phase: 'stale', reason: 'heartbeat_missed' });
    else this.#end({ phase: 'stale', reason: 'wrong_answer', detail: `${this.#garbled} unreadable messages` });
  }

  #scheduleProbe(): void {
    if (this.#plan.probeMs === undefined) return;
    this.#cancelProbe = this.#timers.after(this.#plan.probeMs, () => {
      this.#scheduleProbe();
      this.#conversation.probe?.();
    });
  }

  #end(fault: Fault): void {
    if (this.#isEnded) return;
    this.close();
    this.#events.ended(fault);
  }
}

function nothing(): void {
  // No probe is scheduled.
}
