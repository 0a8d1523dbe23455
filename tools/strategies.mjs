// Runs the sample strategies in a child process of the server's process while the site setting has them on.
import { fork } from 'node:child_process';
import { bundle } from './bundle.mjs';

/** Delay of the first start, so that the strategies do not slow down the first page view. */
const FIRST_START_MS = 5_000;
/** Delay before a restart after the process has ended or failed to start. */
const RESTART_MS = 60_000;

/** The variables that the strategies get. The others hold keys and passwords that they have no use for. */
const VARIABLES = ['PATH', 'TZ', 'NODE_ENV', 'FAIRLOT_LOG_LEVEL'];

/** The environment of the strategies' process. */
function strategiesEnvironment(environment) {
  return Object.fromEntries(VARIABLES.flatMap((name) => (name in environment ? [[name, environment[name]]] : [])));
}

/** Starts and stops the strategies with the site setting. A failure of their process never affects the server. */
export function keepStrategies(server) {
  let child;
  let timer;
  const start = async () => {
    if (child !== undefined || server.isStopping() || !server.samples.isOn()) return;
    const program = await bundle('apps/strategies/src/main.ts');
    const keys = await server.samples.keys();
    if (child !== undefined || server.isStopping() || !server.samples.isOn()) return;
    const started = fork(program, {
      env: strategiesEnvironment(process.env),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child = started;
    started.on('error', () => undefined);
    started.once('exit', () => {
      if (child === started) child = undefined;
      startIn(RESTART_MS);
    });
    started.send({ url: server.url, keys }, () => undefined);
  };
  const startIn = (delay) => {
    clearTimeout(timer);
    timer = setTimeout(() => start().catch(() => startIn(RESTART_MS)), delay);
    timer.unref();
  };
  server.samples.onSwitch((on) => {
    if (on) startIn(0);
    else child?.kill();
  });
  process.once('exit', () => child?.kill());
  startIn(FIRST_START_MS);
}
