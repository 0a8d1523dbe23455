// Runs the sample strategies beside the server, as a process of their own, for as long as they are switched on.
import { fork } from 'node:child_process';
import { bundle } from './bundle.mjs';

/** The first page comes first. */
const FIRST_MS = 5_000;
const AGAIN_MS = 60_000;

/** Starts and stops them as the site's setting says. Nothing that goes wrong with them concerns the server. */
export function keepStrategies(server) {
  let child;
  let timer;
  const start = async () => {
    if (child !== undefined || server.isStopping() || !server.samples.isOn()) return;
    const program = await bundle('apps/strategies/src/main.ts');
    const keys = await server.samples.keys();
    if (child !== undefined || server.isStopping() || !server.samples.isOn()) return;
    const started = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child = started;
    started.on('error', () => undefined);
    started.once('exit', () => {
      if (child === started) child = undefined;
      later(AGAIN_MS);
    });
    started.send({ url: server.url, keys }, () => undefined);
  };
  const later = (delay) => {
    clearTimeout(timer);
    timer = setTimeout(() => start().catch(() => later(AGAIN_MS)), delay);
    timer.unref();
  };
  server.samples.onSwitch((on) => {
    if (on) later(0);
    else child?.kill();
  });
  process.once('exit', () => child?.kill());
  later(FIRST_MS);
}
