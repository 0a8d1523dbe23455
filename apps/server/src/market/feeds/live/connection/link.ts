import type { Fault } from './fault.ts';

/** An open connection, as the conversation on it sees it. */
export interface Link {
  /** Sends a text message. Ignored once the connection has ended, and by streams that only deliver. */
  send(text: string): void;
  /** Sends a WebSocket ping; the pong counts as `pinged`. Ignored by other transports. */
  ping(): void;
  /** Ends the connection at once. No event follows. */
  close(): void;
}

/** The receiver of a connection's events. None comes before the opening call has returned. */
export interface LinkEvents {
  /** The source accepted the connection. */
  opened(): void;
  /** A complete message or line arrived. */
  received(text: string): void;
  /** A ping or pong of the transport arrived. */
  pinged(): void;
  /** The connection could not be opened, or ended. The last event. */
  ended(fault: Fault): void;
}

/** Begins to open a connection and returns at once. */
export type Transport = (events: LinkEvents) => Link;

/**
 * The meaning of a message. `alive`: data or a heartbeat, which proves that the source works. `idle`: readable, but no
 * such proof. `malformed`: not readable; counted. A fault ends the connection.
 */
export type Heard = 'alive' | 'idle' | 'malformed' | Fault;

/** The protocol on one connection: created for each connection, so that its state ends with it. */
export interface Conversation {
  /** The connection is open: sign in, subscribe. */
  opened?(): void;
  received(text: string): Heard;
  /** The symbols asked for have changed: subscribe to the new ones, and end the others. */
  symbolsChanged?(): void;
  /** Called every `probeMs` while the connection is open, to send a ping or keep-alive. */
  probe?(): void;
}
