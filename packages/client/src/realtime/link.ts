import { CONNECT_TIMEOUT_MS, HEARTBEAT_MS, MISSED_PINGS_LIMIT } from '@fairlot/contract';

/** After a wake-up a connection has this long to prove that it still lives. */
export const PROBE_MS = 3_000;
const BACKOFF_FIRST_MS = 500;
const BACKOFF_LIMIT_MS = 10_000;
/** A server that goes away on purpose comes back in seconds; its clients return spread over this time. */
const SHUTDOWN_FIRST_MS = 1_000;
const SHUTDOWN_SPREAD_MS = 4_000;
const FORGIVEN_AFTER_MS = 10_000;

/** A connection that was silent for this long is not called live before it answers again. */
const SILENCE_LIMIT_MS = HEARTBEAT_MS * (MISSED_PINGS_LIMIT + 1);

/** What a person may be told of the connection. `live`: the server answers its pings. `offline`: stopped, or without a connection while the device says it has no network. */
export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'offline';

/** Things that happen to the link. `link` numbers the socket that it happened to: news of an earlier one is void. */
export type LinkInput =
  | { readonly type: 'start' | 'stop' | 'wake' | 'time' }
  | { readonly type: 'network'; readonly online: boolean }
  | { readonly type: 'opened' | 'lost' | 'heard' | 'pong' | 'shutdown'; readonly link: number };

/** What is to be done about it. */
export type LinkEffect =
  | { readonly do: 'connect'; readonly link: number }
  | { readonly do: 'disconnect'; readonly link: number }
  | { readonly do: 'ping' }
  /** The link is up: sign in and subscribe. */
  | { readonly do: 'up' }
  /** Nothing that came over the link is current any more. */
  | { readonly do: 'down' };

/** The time, and a number from [0, 1) for jitter. */
export interface Moment {
  readonly now: number;
  readonly random: number;
}

type Phase =
  | { readonly name: 'idle' }
  | { readonly name: 'waiting'; readonly until: number }
  | { readonly name: 'opening'; readonly until: number }
  | {
      readonly name: 'open';
      readonly since: number;
      answered: boolean;
      unanswered: number;
      beatAt: number;
      /** Set after a wake-up until an answer proves life. */
      probeUntil: number | undefined;
      lastPong: number;
      lastHeard: number;
    };

/**
 * The life of one connection: time-out, heartbeat, backoff, wake-up. Deterministic: it is told the time and yields what
 * is to be done. Pings go out every five seconds; once two are unanswered the third follows after half that time and has
 * as long to be answered. So a connection ends with more than 2 unanswered pings, each of which had its chance
 * (specification, section 4), and yet a dead one is found within 15 s of its last answer.
 */
export class Link {
  #phase: Phase = { name: 'idle' };
  #number = 0;
  #attempt = 0;
  #everUp = false;
  #online = true;

  /** The socket whose news count. */
  get number(): number {
    return this.#number;
  }

  get state(): ConnectionState {
    const phase = this.#phase;
    if (phase.name === 'idle') return 'offline';
    if (phase.name === 'open' && phase.answered) return 'live';
    if (!this.#online && phase.name !== 'open') return 'offline';
    return this.#everUp ? 'reconnecting' : 'connecting';
  }

  /** When `time` must be told next; undefined when nothing is due. */
  get deadline(): number | undefined {
    const phase = this.#phase;
    switch (phase.name) {
      case 'idle':
        return undefined;
      case 'waiting':
      case 'opening':
        return phase.until;
      case 'open':
        return phase.probeUntil === undefined ? phase.beatAt : Math.min(phase.beatAt, phase.probeUntil);
    }
  }

  handle(input: LinkInput, at: Moment): LinkEffect[] {
    if ('link' in input && input.link !== this.#number) return [];
    switch (input.type) {
      case 'start':
        return this.#phase.name === 'idle' ? this.#connect(at.now) : [];
      case 'stop':
        return this.#stop();
      case 'time':
        return this.#onTime(at);
      case 'wake':
        return this.#onWake(at);
      case 'network':
        return this.#onNetwork(input.online, at);
      case 'opened':
        return this.#onOpened(at.now);
      case 'lost':
        return this.#phase.name === 'idle' || this.#phase.name === 'waiting' ? [] : this.#retry(at, this.#backoff(at));
      case 'shutdown':
        return this.#phase.name === 'open' ? this.#retry(at, SHUTDOWN_FIRST_MS + at.random * SHUTDOWN_SPREAD_MS) : [];
      case 'heard':
        return this.#onHeard(at.now);
      case 'pong':
        return this.#onPong(at.now);
    }
  }

  #connect(now: number): LinkEffect[] {
    this.#number += 1;
    this.#phase = { name: 'opening', until: now + CONNECT_TIMEOUT_MS };
    return [{ do: 'connect', link: this.#number }];
  }

  #stop(): LinkEffect[] {
    const effects = this.#leave();
    this.#phase = { name: 'idle' };
    this.#attempt = 0;
    this.#everUp = false;
    return effects;
  }

  /** Gives the present socket up, if there is one. */
  #leave(): LinkEffect[] {
    const link = this.#number;
    switch (this.#phase.name) {
      case 'idle':
      case 'waiting':
        return [];
      case 'opening':
        return [{ do: 'disconnect', link }];
      case 'open':
        return [{ do: 'down' }, { do: 'disconnect', link }];
    }
  }

  #retry(at: Moment, delay: number): LinkEffect[] {
    const effects = this.#leave();
    this.#phase = { name: 'waiting', until: at.now + delay };
    return effects;
  }

  /** Doubles from half a second to ten, of which half is chance, so that many clients do not return at once. */
  #backoff(at: Moment): number {
    if (this.#phase.name === 'open' && at.now - this.#phase.since >= FORGIVEN_AFTER_MS) this.#attempt = 0;
    const full = Math.min(BACKOFF_LIMIT_MS, BACKOFF_FIRST_MS * 2 ** Math.min(this.#attempt, 10));
    this.#attempt += 1;
    return full / 2 + (full / 2) * at.random;
  }

  #onOpened(now: number): LinkEffect[] {
    if (this.#phase.name !== 'opening') return [];
    this.#phase = {
      name: 'open',
      since: now,
      answered: false,
      unanswered: 1,
      beatAt: now + HEARTBEAT_MS,
      probeUntil: undefined,
      lastPong: now,
      lastHeard: now,
    };
    return [{ do: 'ping' }, { do: 'up' }];
  }

  #onHeard(now: number): LinkEffect[] {
    if (this.#phase.name === 'open') this.#phase.lastHeard = now;
    return [];
  }

  #onPong(now: number): LinkEffect[] {
    const phase = this.#phase;
    if (phase.name !== 'open') return [];
    phase.lastHeard = now;
    phase.unanswered = 0;
    phase.probeUntil = undefined;
    phase.lastPong = now;
    phase.answered = true;
    this.#everUp = true;
    return [];
  }

  #onTime(at: Moment): LinkEffect[] {
    const phase = this.#phase;
    switch (phase.name) {
      case 'idle':
        return [];
      case 'waiting':
        return at.now >= phase.until ? this.#connect(at.now) : [];
      case 'opening':
        return at.now >= phase.until ? this.#retry(at, this.#backoff(at)) : [];
      case 'open': {
        if (phase.probeUntil !== undefined && at.now >= phase.probeUntil) return this.#retry(at, 0);
        if (at.now < phase.beatAt) return [];
        if (phase.unanswered > MISSED_PINGS_LIMIT) return this.#retry(at, this.#backoff(at));
        phase.unanswered += 1;
        phase.beatAt = at.now + (phase.unanswered < MISSED_PINGS_LIMIT ? HEARTBEAT_MS : HEARTBEAT_MS / 2);
        return [{ do: 'ping' }];
      }
    }
  }

  /** The page slept, or the network changed: what is open is tested at once, what waits is tried at once. */
  #onWake(at: Moment): LinkEffect[] {
    const phase = this.#phase;
    switch (phase.name) {
      case 'idle':
        return [];
      case 'waiting':
        this.#attempt = 0;
        return this.#connect(at.now);
      case 'opening':
        return at.now >= phase.until ? this.#retry(at, 0) : [];
      case 'open': {
        if (phase.probeUntil !== undefined) return at.now >= phase.probeUntil ? this.#retry(at, 0) : [];
        // Missed beats of a sleep count for nothing; the probe alone decides.
        phase.unanswered = 0;
        phase.beatAt = at.now + HEARTBEAT_MS;
        phase.probeUntil = at.now + PROBE_MS;
        if (at.now - phase.lastPong >= SILENCE_LIMIT_MS) phase.answered = false;
        // Nothing came for that long: what is on the screen is old even if the socket lives, so all of it is asked for anew.
        const slept = at.now - phase.lastHeard >= SILENCE_LIMIT_MS;
        return slept ? [{ do: 'down' }, { do: 'ping' }, { do: 'up' }] : [{ do: 'ping' }];
      }
    }
  }

  #onNetwork(online: boolean, at: Moment): LinkEffect[] {
    this.#online = online;
    // Going offline is only a hint: a server on this machine stays reachable. What is open is tested, retries go on.
    if (!online && this.#phase.name !== 'open') return [];
    return this.#onWake(at);
  }
}
