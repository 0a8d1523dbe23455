/** Period at which changes are collected into frames. */
export const TICK_MS = 80;
/** Minimum ticks between two updates of an instrument or an account: about four updates a second. */
export const PACE_TICKS = 3;

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
