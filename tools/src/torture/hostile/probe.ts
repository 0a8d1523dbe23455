import type { ServerProcess } from '../server-process.ts';

/** The server's memory after a garbage collection. */
export interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
}

/** All maps and sets: their number, their entries, and the entries of the largest one. */
export interface Maps {
  readonly count: number;
  readonly entries: number;
  readonly largest: number;
}

/** Runs beside the server, in its process: answers each message with a measurement. */
const PROGRAM = `
import { Session } from 'node:inspector';
const session = new Session();
session.connect();
const ask = (method, params) => {
  let found;
  session.post(method, params, (error, result) => { if (error) throw error; found = result; });
  return found;
};
const sizes = (name) => {
  const prototype = ask('Runtime.evaluate', { expression: name + '.prototype', objectGroup: 'probe' }).result.objectId;
  const { objects } = ask('Runtime.queryObjects', { prototypeObjectId: prototype, objectGroup: 'probe' });
  const { result } = ask('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    returnByValue: true,
    functionDeclaration: \`function () {
      const size = Object.getOwnPropertyDescriptor(\${name}.prototype, 'size').get;
      let maps = 0, entries = 0, largest = 0;
      for (const one of this) {
        let count = 0;
        try { count = size.call(one); } catch {}
        maps += 1; entries += count; largest = Math.max(largest, count);
      }
      return { maps, entries, largest };
    }\`,
  });
  ask('Runtime.releaseObjectGroup', { objectGroup: 'probe' });
  return result.value;
};
process.on('message', (wanted) => {
  if (wanted === 'memory') {
    globalThis.gc();
    globalThis.gc();
    return process.send({ probe: process.memoryUsage() });
  }
  const [maps, sets] = [sizes('Map'), sizes('Set')];
  process.send({ probe: {
    count: maps.maps + sets.maps,
    entries: maps.entries + sets.entries,
    largest: Math.max(maps.largest, sets.largest),
  } });
});
process.channel.unref();
`;

/** Options of Node.js that load the probe. */
export const PROBE_OPTIONS: readonly string[] = [
  '--expose-gc',
  '--import',
  `data:text/javascript,${encodeURIComponent(PROGRAM)}`,
];

/** Collects the server's garbage and measures what remains. The server stands still meanwhile, for some 100 ms. */
export async function measureMemory(server: ServerProcess): Promise<Memory> {
  return (await server.ask('memory')) as Memory;
}

/** Counts the entries of all maps. The server stands still meanwhile, for some 10 s, so only while nobody trades. */
export async function countMaps(server: ServerProcess): Promise<Maps> {
  return (await server.ask('maps')) as Maps;
}
