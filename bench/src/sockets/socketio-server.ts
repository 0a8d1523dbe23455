import { Server } from 'socket.io';
import { INSTRUMENTS, entry, produce } from './load.ts';
import { listen } from './usage-server.ts';

/** The usual design: a room per instrument; each quote is emitted to its room. */
let delivered = 0;
const http = await listen(
  () => delivered,
  () =>
    produce((instrument, serial) => {
      io.to(`quotes ${instrument}`).emit('quote', entry(instrument, serial));
      delivered += io.engine.clientsCount;
    }),
);
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false });
io.on('connection', (socket) => {
  for (let instrument = 1; instrument <= INSTRUMENTS; instrument += 1) void socket.join(`quotes ${instrument}`);
});
