// Cleans up after a test process that died. Started by src/testing/guard.ts, with a pipe from that process as its input.
import { createInterface } from 'node:readline';
import { endProcesses, removeFolder } from './leftovers.mjs';

const held = { pid: new Set(), folder: new Set() };

// The input ends with the process that writes it, however it ends: also by kill -9.
for await (const line of createInterface({ input: process.stdin })) {
  const [sign, kind, value] = line.split('\t');
  if (sign === '+') held[kind].add(value);
  else held[kind].delete(value);
}
await endProcesses([...held.pid].map(Number).filter(Boolean), 'SIGTERM');
await Promise.all([...held.folder].map(removeFolder));
