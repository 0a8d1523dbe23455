import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lineStreamTransport } from './line-stream.ts';
import { ManualTimers } from './manual-timers.testkit.ts';
import { RecordingSink } from './recording-sink.testkit.ts';
import { RestClient } from './rest.ts';
import { SupervisedConnection } from './supervised-connection.ts';
import { webSocketTransport } from './web-socket.ts';

// Any server with TLS will do: its certificate, which nobody vouches for, has to end the connection first.
let server: SMTPServer;
const timers = new ManualTimers();
const address = (protocol: string): string =>
  `${protocol}://127.0.0.1:${(server.server.address() as AddressInfo).port}`;

beforeEach(async () => {
  server = new SMTPServer({ secure: true, logger: false });
  server.on('error', () => undefined);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
});
afterEach(async () => {
  await new Promise<void>((done) => {
    server.close(() => done());
  });
});

describe('a certificate that cannot be verified is refused', () => {
  it.each([
    ['by WebSockets', () => webSocketTransport({ url: () => address('wss'), maxMessageBytes: 1_000, now: Date.now })],
    [
      'by line streams',
      () => lineStreamTransport({ url: () => address('https'), headers: {}, maxLineLength: 1_000, timers }),
    ],
  ])('%s', async (_, transport) => {
    const sink = new RecordingSink();
    const limits = { silenceMs: 1_000, connectMs: 1_000 };
    const connection = new SupervisedConnection(
      { transport: transport(), converse: () => ({ received: () => 'alive' }), ...limits },
      sink,
      timers,
    );
    connection.start();
    await expect.poll(() => sink.last).toBe('connecting unreachable');
    expect(sink.states.at(-1)?.detail).toMatch(/CERT/);
    connection.stop();
  });

  it('by REST calls', async () => {
    const rest = new RestClient({ timeoutMs: 1_000, maxBytes: 1_000, spacingMs: 0, attempts: 1 }, timers);
    await expect(rest.get(address('https'), new AbortController().signal)).rejects.toThrow(/CERT/);
  });
});
