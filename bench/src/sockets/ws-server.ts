import { WebSocketServer } from 'ws';
import { FRAME_MS, INSTRUMENTS, QUOTES_PER_SECOND, entry } from './load.ts';
import { listen } from './usage-server.ts';

/** Lower bound: a bare ws loop that sends one prepared buffer, with as many updates per frame as the gateway. */
const perFrame = Math.round((INSTRUMENTS * QUOTES_PER_SECOND * FRAME_MS) / 1000);
const data = Array.from({ length: perFrame }, (_, index) => entry(index + 1, index));
const ready = Buffer.from(JSON.stringify({ type: 'update', code: 1, topic: 'DAY_MARKET', seq: 123_456, data }));
let delivered = 0;
const sockets = new WebSocketServer({ server: await listen(() => delivered) });
setInterval(() => {
  for (const client of sockets.clients) {
    client.send(ready, { binary: false });
    delivered += perFrame;
  }
}, FRAME_MS);
