import { WebSocketServer } from 'ws';
import { FRAME_MS, INSTRUMENTS, QUOTES_PER_SECOND, entry, produce } from './load.ts';
import { listen } from './usage-server.ts';

/** Lower bound: a bare ws loop that sends one buffer to all, with as many updates per frame as the gateway. */
const perFrame = Math.round((INSTRUMENTS * QUOTES_PER_SECOND * FRAME_MS) / 1000);
let delivered = 0;
let frames = 0;
const sockets = new WebSocketServer({ server: await listen(() => delivered, start) });

function send(data: readonly object[]): void {
  frames += 1;
  const frame = Buffer.from(JSON.stringify({ type: 'update', code: 1, topic: 'DAY_MARKET', seq: frames, data }));
  for (const client of sockets.clients) {
    client.send(frame, { binary: false });
    delivered += data.length;
  }
}

function start(): void {
  if (process.env['EACH_QUOTE'] === '1') produce((instrument, serial) => send([entry(instrument, serial)]));
  else setInterval(() => send(Array.from({ length: perFrame }, (_, index) => entry(index + 1, frames))), FRAME_MS);
}
