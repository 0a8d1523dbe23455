import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { parse } from 'node:path';
import { Client, type ClientConfig } from 'pg';

/** A TCP proxy before PostgreSQL that can withhold the server's answers. */
export interface AnswerProxy {
  /** Connection settings that lead through the proxy. */
  readonly connection: ClientConfig;
  /** Withholds all answers on the present connections. What clients send still reaches the server. */
  holdAnswers(): void;
  /** Loses all packets from the server, and those to it of connections to come, as a network without a route does. */
  isolate(): void;
  /** Ends isolation, and the clients' side of the connections whose answers are withheld. The server's side stays open. */
  cut(): void;
  /**
   * Loses the answer to the next transaction that sends `text`: the server ends it, `meanwhile` happens, and then the
   * connection breaks. Resolves when it is broken.
   */
  loseAnswerTo(text: string, meanwhile?: () => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  held: boolean;
  /** Called when the transaction of the connection has ended. Its answer is withheld. */
  ended: (() => void) | undefined;
}

/** The end of the server's answer outside of a transaction: ReadyForQuery, idle. */
const IDLE = Buffer.from('Z\0\0\0\x05I', 'latin1');

/** Starts a proxy for a database on a random port. */
export async function startAnswerProxy(connection: ClientConfig): Promise<AnswerProxy> {
  const { host, port, user, password, database } = new Client(connection);
  const links = new Set<Link>();
  const wanted = new Map<string, (link: Link) => void>();
  const isolated = new Set<Socket>();
  let isIsolated = false;
  const holdAnswers = (): void => {
    for (const link of links) link.held = true;
  };
  const listener = createServer((client) => {
    if (isIsolated) {
      isolated.add(client);
      // Unread data would hide that the client has gone.
      client.resume();
      client.on('close', () => isolated.delete(client)).on('error', () => undefined);
      return;
    }
    const server = parse(host).root === '' ? connect(port, host) : connect(`${host}/.s.PGSQL.${port}`);
    const link: Link = { client, server, held: false, ended: undefined };
    links.add(link);
    client.on('data', (data: Buffer) => {
      for (const [text, lose] of wanted)
        if (data.includes(text)) {
          wanted.delete(text);
          link.ended = () => lose(link);
        }
      server.write(data);
    });
    server.on('data', (data: Buffer) => {
      if (link.held) return;
      if (link.ended !== undefined && data.subarray(-IDLE.length).equals(IDLE)) {
        link.held = true;
        link.ended();
      } else client.write(data);
    });
    client.on('close', () => {
      if (!link.held) server.destroy();
    });
    // Without a route, the end of the server's side is not heard.
    server.on('close', () => {
      if (!isIsolated) client.destroy();
    });
    for (const socket of [client, server]) socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    connection: {
      host: '127.0.0.1',
      port: (listener.address() as AddressInfo).port,
      user,
      password: password ?? undefined,
      database,
      ssl: false,
    },
    holdAnswers,
    isolate: () => {
      isIsolated = true;
      holdAnswers();
    },
    cut: () => {
      isIsolated = false;
      for (const client of isolated) client.destroy();
      for (const link of links) if (link.held) link.client.destroy();
    },
    loseAnswerTo: async (text, meanwhile) => {
      const link = await new Promise<Link>((ended) => wanted.set(text, ended));
      await meanwhile?.();
      link.client.destroy();
      link.server.destroy();
    },
    close: async () => {
      for (const client of isolated) client.destroy();
      for (const { client, server } of links) {
        client.destroy();
        server.destroy();
      }
      listener.close();
      await once(listener, 'close');
    },
  };
}
