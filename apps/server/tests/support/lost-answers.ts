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
  /** Ends the clients' side of the connections whose answers are withheld. The server's side stays open. */
  cut(): void;
  close(): Promise<void>;
}

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  held: boolean;
}

/** Starts a proxy for a database on a random port. */
export async function startAnswerProxy(connection: ClientConfig): Promise<AnswerProxy> {
  const { host, port, user, password, database } = new Client(connection);
  const links = new Set<Link>();
  const listener = createServer((client) => {
    const server = parse(host).root === '' ? connect(port, host) : connect(`${host}/.s.PGSQL.${port}`);
    const link: Link = { client, server, held: false };
    links.add(link);
    client.on('data', (data) => server.write(data));
    server.on('data', (data) => {
      if (!link.held) client.write(data);
    });
    client.on('close', () => {
      if (!link.held) server.destroy();
    });
    server.on('close', () => client.destroy());
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
    holdAnswers: () => {
      for (const link of links) link.held = true;
    },
    cut: () => {
      for (const link of links) if (link.held) link.client.destroy();
    },
    close: async () => {
      for (const { client, server } of links) {
        client.destroy();
        server.destroy();
      }
      listener.close();
      await once(listener, 'close');
    },
  };
}
