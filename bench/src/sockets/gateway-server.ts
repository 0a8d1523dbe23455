import { type Price, price } from '@fairlot/domain';
import { REFERENCE_INSTRUMENTS } from '../../../apps/server/src/market/reference/instruments.ts';
import { feedGateway } from './fed-gateway.ts';
import { INSTRUMENTS, produce } from './load.ts';
import { listen } from './usage-server.ts';

/** Our gateway, fed with generated quotes instead of a market. */
const [model] = REFERENCE_INSTRUMENTS;
if (model === undefined) throw new Error('no instruments');
const base = price('1.10000');
let produced = 0;
let sockets = 0;
const http = await listen(
  () => produced,
  () =>
    produce((instrument, serial) => {
      const bid = (base + BigInt(serial % 1000) * 1000n) as Price;
      feed({ instrument, seq: serial + 1, time: Date.now(), bid, ask: bid });
      produced += sockets;
    }),
);
http.on('upgrade', () => {
  sockets += 1;
});
const feed = feedGateway(
  http,
  Array.from({ length: INSTRUMENTS }, (_, index) => ({ ...model, id: index + 1, code: `BENCH${index + 1}` })),
  () => base,
);
