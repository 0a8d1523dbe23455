// `npm run dev`: runs the server and two vite servers with hot reload, one for the trader's pages and one for the office's.
// Each vite server prints its port and proxies calls to the server.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const port = process.env.PORT || '3000';
const env = { ...process.env, PORT: port, FAIRLOT_SERVER: `http://127.0.0.1:${port}` };
// The server refuses unknown FAIRLOT_ variables.
const { FAIRLOT_SERVER: _, ...serverEnv } = env;

const children = [
  spawn(process.execPath, [join(root, 'tools', 'run.mjs'), 'apps/server/src/main.ts'], {
    cwd: root,
    env: serverEnv,
    stdio: 'inherit',
  }),
  spawn(process.execPath, [join(root, 'node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: join(root, 'apps', 'trader'),
    env,
    stdio: 'inherit',
  }),
  spawn(process.execPath, [join(root, 'node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: join(root, 'apps', 'office'),
    env,
    stdio: 'inherit',
  }),
];

let exitCode = 0;
for (const child of children) {
  child.once('exit', (code) => {
    exitCode ||= code ?? 1;
    for (const other of children) other.kill('SIGTERM');
  });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
process.on('exit', () => {
  process.exitCode = exitCode;
});
