/** Period at which changes are collected into frames. */
export const TICK_MS = 80;
/** Minimum ticks between two updates of an instrument or an account: about four updates a second. */
export const PACE_TICKS = 3;

/** Sends of a stream in one turn of the event loop: about 2 ms. */
export const SLICE_SENDS = 250;

/** Minimum time between two messages of a fast stream, so that a socket gets at most 250 a second. */
export const FAST_MS = 4;
/** Fast subscriptions in all, of an account, and of a network; a neighbourhood has four times as many. */
export const FAST_LIMIT = 400;
export const FAST_OF_ACCOUNT = 4;
export const FAST_OF_NETWORK = 20;
/** Backlog above which a fast subscription becomes a coalesced one. */
export const FAST_SLOW_BYTES = 64 * 1024;

/** Longer messages are refused. No message of the contract is longer. */
export const MESSAGE_LIMIT_BYTES = 4 * 1024;
/** Longer messages are not read; the connection ends (1009). */
export const PAYLOAD_LIMIT_BYTES = 64 * 1024;
/** Number of refused messages after which the connection ends (1008). */
export const BAD_MESSAGES_LIMIT = 20;
/** Messages of one connection: average per second, and burst. */
export const MESSAGES_PER_SECOND = 20;
export const MESSAGES_BURST = 100;
/** Maximum messages that wait for an earlier one of their connection. */
export const WAITING_LIMIT = 100;
export const SUBSCRIPTIONS_LIMIT = 32;
export const CONNECTIONS_LIMIT = 20_000;

/** Backlog above which a client gets no updates that a later snapshot can replace. */
export const SLOW_BYTES = 256 * 1024;
/** Backlog above which the connection ends. */
export const STUCK_BYTES = 1024 * 1024;
/** Ping period. A connection that has not answered by the next ping is dead. */
export const PING_INTERVAL_MS = 20_000;
/** Time limit of closing handshakes at shutdown. */
export const CLOSING_MS = 1_000;
