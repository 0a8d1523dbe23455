import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { WebSocket, type RawData } from 'ws';
import { faultOfError, faultOfStatus, wrongAnswer, type Fault } from './fault.ts';
import type { LinkEvents, Transport } from './link.ts';

/** Settings of a WebSocket connection. */
export interface WebSocketOptions {
  /** Read for each connection. Contains no secret: proxies log addresses. */
  readonly url: () => string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The longest message in bytes. */
  readonly maxMessageBytes: number;
  /** For dates in Retry-After. */
  readonly now: () => number;
}

/** The socket's own limit; the supervision ends an attempt earlier, with a timer that tests can move. */
const HANDSHAKE_TIMEOUT_MS = 60_000;

/** Policy violation: venues close with it when they do not accept the client. */
const POLICY_VIOLATION = 1008;

/** A transport by WebSocket. Compression is not offered, so a short frame cannot unpack to a long message. */
export function webSocketTransport(options: WebSocketOptions): Transport {
  return (events) => {
    const socket = new WebSocket(options.url(), {
      headers: { ...options.headers },
      maxPayload: options.maxMessageBytes,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      perMessageDeflate: false,
      followRedirects: false,
    });
    listen(socket, events, options.now);
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      ping: () => {
        if (socket.readyState === WebSocket.OPEN) socket.ping();
      },
      close: () => {
        socket.removeAllListeners();
        // Terminating a socket that still connects emits an error.
        socket.on('error', nothing);
        socket.terminate();
      },
    };
  };
}

function listen(socket: WebSocket, events: LinkEvents, now: () => number): void {
  let isOpen = false;
  /** The close event follows an error and does not know its cause. */
  let failure: Fault | undefined;
  socket.on('open', () => {
    isOpen = true;
    events.opened();
  });
  socket.on('message', (data) => events.received(textOf(data)));
  socket.on('ping', () => events.pinged());
  socket.on('pong', () => events.pinged());
  socket.on('unexpected-response', (request, response: IncomingMessage) => {
    request.destroy();
    events.ended(faultOfHandshake(response.statusCode ?? 0, response.headers, now()));
  });
  socket.on('error', (error) => {
    failure ??= faultOfError(error, isOpen);
    // A socket that never opened may not close.
    if (!isOpen) events.ended(failure);
  });
  socket.on('close', (code, reason) => events.ended(failure ?? faultOfClose(code, reason.toString('utf8'))));
}

/** Any status but 101 refuses a WebSocket; a success is a page in its place. */
function faultOfHandshake(status: number, headers: IncomingHttpHeaders, now: number): Fault {
  const type = headers['content-type'];
  return status < 300
    ? wrongAnswer(`HTTP ${status}${type === undefined ? '' : ` ${type}`} instead of a WebSocket`)
    : faultOfStatus(status, headers, now);
}

function faultOfClose(code: number, reason: string): Fault {
  const detail = reason === '' ? `closed with ${code}` : `closed with ${code}: ${reason}`;
  return code === POLICY_VIOLATION
    ? { phase: 'connecting', reason: 'wrong_answer', detail }
    : { phase: 'connecting', reason: 'connection_closed', detail };
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return data instanceof ArrayBuffer ? Buffer.from(data).toString('utf8') : data.toString('utf8');
}

function nothing(): void {
  // The connection was given up.
}
