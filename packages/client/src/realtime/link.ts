import { CONNECT_TIMEOUT_MS, HEARTBEAT_MS, MISSED_PINGS_LIMIT } from '@fairlot/contract';

/** Timeout in milliseconds for the probe of a connection after a wake-up. */
export const PROBE_MS = 3_000;
const BACKOFF_FIRST_MS = 500;
const BACKOFF_LIMIT_MS = 10_000;
/** A server that shuts down on purpose returns in seconds; its clients reconnect spread over this time. */
const SHUTDOWN_FIRST_MS = 1_000;
const SHUTDOWN_SPREAD_MS = 4_000;
const BACKOFF_RESET_AFTER_MS = 10_000;

/** After this silence a connection is live only once it answers again. */
const SILENCE_LIMIT_MS = HEARTBEAT_MS * (MISSED_PINGS_LIMIT + 1);

/**
 * The connection's state for display. `live`: the server answers pings. `offline`: stopped, disconnected while the device
 * reports no network, or no first connection could be made.
 */
export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'offline';

/**
 * Inputs of the link. `link` is the number of the socket that they concern: inputs of an earlier socket are ignored.
 */
export type LinkInput =
  | { readonly type: 'start' | 'stop' | 'wake' | 'time' }
  | { readonly type: 'network'; readonly online: boolean }
  | { readonly type: 'opened' | 'lost' | 'heard' | 'pong' | 'shutdown'; readonly link: number };

/** Actions that the link requests. */
export type LinkEffect =
  | { readonly do: 'connect'; readonly link: number }
  | { readonly do: 'disconnect'; readonly link: number }
  | { readonly do: 'ping' }
  /** The link is up: sign in and subscribe. */
  | { readonly do: 'up' }
  /** Data received over the link is stale. */
  | { readonly do: 'down' };

/** The time, and a random number from [0, 1) for jitter. */
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
      /** Deadline of the probe after a wake-up; undefined once the server has answered. */
      probeUntil: number | undefined;
      lastPong: number;
      lastHeard: number;
    };

/**
 * State machine of one connection: timeout, heartbeat, backoff, wake-up. Deterministic: it receives the time and
 * returns actions. It pings every five seconds; after two unanswered pings the third follows after half that time and
 * has as long to be answered. So a connection ends with more than 2 unanswered pings, each of which could be answered
 * (specification, section 4), and a dead one is found within 15 s of its last answer.
 */
export class Link {
  #phase: Phase = { name: 'idle' };
  #number = 0;
  #attempt = 0;
  #everUp = false;
  #hasFailed = false;
  #online = true;

  /** Number of the current socket. */
  get number(): number {
    return this.#number;
  }

  get state(): ConnectionState {
    const phase = this.#phase;
    if (phase.name === 'idle') return 'offline';
    if (phase.name === 'open' && phase.answered) return 'live';
    if ((!this.#online || (this.#hasFailed && !this.#everUp)) && phase.name !== 'open') return 'offline';
    return this.#everUp ? 'reconnecting' : 'connecting';
  }

  /** Time at which the next `time` input is due; undefined if none is. */
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
    this.#hasFailed = false;
    return effects;
  }

  /** Abandons the current socket, if there is one. */
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
    this.#hasFailed = true;
    this.#phase = { name: 'waiting', until: at.now + delay };
    return effects;
  }

  /** Exponential backoff from 0.5 s to 10 s; half of it is jitter, so that many clients do not reconnect at once. */
  #backoff(at: Moment): number {
    if (this.#phase.name === 'open' && at.now - this.#phase.since >= BACKOFF_RESET_AFTER_MS) this.#attempt = 0;
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

  /** Handles a wake-up or a network change: tests an open connection and ends a waiting backoff at once. */
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
        // Pings that a sleep left unanswered do not count; the probe alone decides.
        phase.unanswered = 0;
        phase.beatAt = at.now + HEARTBEAT_MS;
        phase.probeUntil = at.now + PROBE_MS;
        if (at.now - phase.lastPong >= SILENCE_LIMIT_MS) phase.answered = false;
        // After a long silence the displayed data is old even if the socket survived, so everything is subscribed
        // again.
        const slept = at.now - phase.lastHeard >= SILENCE_LIMIT_MS;
        return slept ? [{ do: 'down' }, { do: 'ping' }, { do: 'up' }] : [{ do: 'ping' }];
      }
    }
  }

  #onNetwork(online: boolean, at: Moment): LinkEffect[] {
    this.#online = online;
    // Going offline is only a hint, because a server on this machine stays reachable. An open connection is tested;
    // retries continue.
    if (!online && this.#phase.name !== 'open') return [];
    return this.#onWake(at);
  }
}
