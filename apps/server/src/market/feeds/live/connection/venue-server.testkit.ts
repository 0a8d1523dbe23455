import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';

/** The manners of a venue before a stream is open. */
export type Manners =
  | 'good'
  | 'html'
  | 'unauthorized'
  | 'rateLimited'
  | 'redirects'
  | 'cutRefusal'
  | 'dripRefusal'
  | 'closesAtOnce'
  | 'halfOpen'
  | 'silent';

/** The venue's end of an open stream: a WebSocket, or an HTTP answer of lines. */
export interface VenueSide {
  /** The target of the request: path and query. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  send(text: string): void;
  /** Bytes of a message that is not complete. */
  sendPart(text: string): void;
  /** Ends the stream as the protocol does it. */
  finish(): void;
  /** Cuts the connection. */
  cut(): void;
}

/** The behaviour of a venue with good manners. */
export interface VenueScript {
  /** A stream is open. */
  opened?: (side: VenueSide) => void;
  /** A message arrived, which only WebSockets have. */
  received?: (side: VenueSide, text: string) => void;
  /** The JSON text of a REST resource, by path and query; undefined for the address of a stream. */
  rest?: (target: string) => string | RestAnswer | undefined;
}

/** An answer that refuses. */
export interface RestAnswer {
  readonly status: number;
  readonly body: string;
}

const HTML = '<!doctype html><title>Maintenance</title><h1>We are back soon</h1>';
const ANSWERS: Partial<Record<Manners, readonly [status: string, headers: Record<string, string>, body: string]>> = {
  html: ['200 OK', { 'content-type': 'text/html' }, HTML],
  unauthorized: [
    '401 Unauthorized',
    { 'content-type': 'application/json' },
    '{"errorMessage":"Insufficient authorization to perform request."}',
  ],
  rateLimited: ['429 Too Many Requests', { 'retry-after': '7' }, 'slow down'],
  // A client that follows it would show its token to another server.
  redirects: ['302 Found', { location: '/elsewhere' }, ''],
};
/** The beginning of a refusal whose body never arrives. */
const UNFINISHED = `HTTP/1.1 401 Unauthorized\r\ncontent-type: text/html\r\ncontent-length: 5000\r\n\r\n${HTML}`;

/** A local venue: WebSockets, HTTP streams and REST on one port, with manners that a test changes. */
export class VenueServer {
  manners: Manners = 'good';
  /** Paths and queries of the requests that arrived, of every kind. */
  readonly targets: string[] = [];
  /** Pings of WebSockets that arrived. */
  pings = 0;
  /** Connections that were accepted. */
  connections = 0;
  readonly sides: VenueSide[] = [];
  readonly #http: Server;
  readonly #script: VenueScript;
  readonly #sockets = new Set<Socket>();

  private constructor(script: VenueScript) {
    this.#script = script;
    this.#http = createServer((request, response) => this.#answer(request, response));
    this.#http.on('connection', (socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      // Cutting a socket that still writes is part of the tests.
      socket.on('error', () => undefined);
      if (this.manners === 'closesAtOnce') socket.destroy();
    });
    const webSockets = new WebSocketServer({ noServer: true });
    this.#http.on('upgrade', (request, socket, head) => this.#upgrade(webSockets, request, socket, head));
  }

  /** Starts a venue on a free port. */
  static async start(script: VenueScript): Promise<VenueServer> {
    const server = new VenueServer(script);
    await new Promise<void>((done) => {
      server.#http.listen(0, '127.0.0.1', done);
    });
    return server;
  }

  /** Requests that arrived, of every kind. */
  get requests(): number {
    return this.targets.length;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  get webSocketUrl(): string {
    return this.url.replace('http', 'ws');
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => {
      this.#http.close(done);
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const target = request.url ?? '';
    this.targets.push(target);
    const answer = ANSWERS[this.manners];
    if (answer !== undefined) {
      const [status, headers, body] = answer;
      response.writeHead(Number.parseInt(status, 10), headers).end(body);
      return;
    }
    if (this.manners === 'halfOpen' || this.#refusesWithoutEnd(request.socket)) return;
    const resource = this.#script.rest?.(target);
    if (resource !== undefined) {
      const { status, body } = typeof resource === 'string' ? { status: 200, body: resource } : resource;
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      return;
    }
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).flushHeaders();
    this.#open({
      target,
      headers: request.headers,
      send: (text) => response.write(`${text}\n`),
      sendPart: (text) => response.write(text),
      finish: () => response.end(),
      cut: () => response.socket?.destroy(),
    });
  }

  #upgrade(webSockets: WebSocketServer, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.targets.push(request.url ?? '');
    const answer = ANSWERS[this.manners];
    if (answer !== undefined) {
      const [status, headers, body] = answer;
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}content-length: ${body.length}\r\n\r\n${body}`);
      return;
    }
    if (this.manners === 'halfOpen' || this.#refusesWithoutEnd(socket)) return;
    webSockets.handleUpgrade(request, socket, head, (client) => {
      client.on('error', () => undefined);
      client.on('ping', () => {
        this.pings += 1;
      });
      let isFrameOpen = false;
      const side: VenueSide = {
        target: request.url ?? '',
        headers: request.headers,
        send: (text) => client.send(text),
        sendPart: (text) => {
          // The header of a text frame of 125 bytes, and then less than that.
          if (!isFrameOpen) socket.write(Buffer.from([0x81, 125]));
          isFrameOpen = true;
          socket.write(text);
        },
        finish: () => client.close(1001, 'the day is over'),
        cut: () => socket.destroy(),
      };
      client.on('message', (data: Buffer) => {
        if (this.manners === 'good') this.#script.received?.(side, data.toString('utf8'));
      });
      this.#open(side);
    });
  }

  #refusesWithoutEnd(socket: Duplex): boolean {
    if (this.manners !== 'cutRefusal' && this.manners !== 'dripRefusal') return false;
    socket.write(UNFINISHED, () => {
      if (this.manners === 'cutRefusal') socket.destroy();
    });
    return true;
  }

  #open(side: VenueSide): void {
    this.sides.push(side);
    if (this.manners === 'good') this.#script.opened?.(side);
  }
}
