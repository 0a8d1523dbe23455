/** How often changes are gathered into frames. */
export const TICK_MS = 80;
/** An instrument, or an account's figures, go out at most once in so many ticks: four times a second. */
export const PACE_TICKS = 3;

/** A message longer than this is refused; nothing that the contract knows is longer. */
export const MESSAGE_LIMIT_BYTES = 4 * 1024;
/** A message longer than this isn't even read: the connection ends (1009). */
export const PAYLOAD_LIMIT_BYTES = 64 * 1024;
/** Messages that may be refused before the connection ends (1008). */
export const BAD_MESSAGES_LIMIT = 20;
/** Messages of one connection: on average a second, and at once. */
export const MESSAGES_PER_SECOND = 20;
export const MESSAGES_BURST = 100;
/** Messages that wait for an earlier one of their connection. */
export const WAITING_LIMIT = 100;
export const SUBSCRIPTIONS_LIMIT = 32;
export const CONNECTIONS_LIMIT = 20_000;

/** With more than this on its way to a client, it gets no frames that a later snapshot can replace. */
export const SLOW_BYTES = 256 * 1024;
/** With more than this on its way, the connection ends. */
export const STUCK_BYTES = 1024 * 1024;
/** A connection that hasn't answered a ping of ours by the next one is dead. */
export const PING_INTERVAL_MS = 20_000;
/** How long a closing handshake may take at shutdown. */
export const CLOSING_MS = 1_000;
