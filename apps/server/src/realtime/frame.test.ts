import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from './frame.ts';

it('is read by a websocket client at each length of the header, between frames of the library', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => client.terminate());
  const received: string[] = [];
  client.on('message', (data: Buffer, isBinary: boolean) => {
    expect(isBinary).toBe(false);
    received.push(data.toString());
  });
  const [socket, { socket: wire }] = (await accepted) as [WebSocket, IncomingMessage];
  const texts = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000].map((length) => 'x'.repeat(length));
  const sent = [...texts, 'ü€𝄞'.repeat(40)].flatMap((text) => [text, `after ${text.length}`]);
  for (const [index, text] of sent.entries()) {
    if (index % 2 === 0) wire.write(textFrame(text));
    else socket.send(text);
  }
  await expect.poll(() => received.length).toBe(sent.length);
  expect(received).toEqual(sent);
});
