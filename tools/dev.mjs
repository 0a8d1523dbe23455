// For working on the pages: `npm run dev` runs the server and, in front of it, vite's own servers (the trader's pages and
// the back office's, each on a port that it prints), which put every change of a page into the browser at once.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const port = process.env.PORT || '3000';
const env = { ...process.env, PORT: port, FAIRLOT_SERVER: `http://127.0.0.1:${port}` };
// The server refuses settings that it does not know.
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
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
process.on('exit', () => {
  process.exitCode = exitCode;
});
