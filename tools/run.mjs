// `node tools/run.mjs <entry.ts> [arguments]`: bundles one TypeScript entry with esbuild and runs it in a child process.
// Workspace packages are bundled from their sources; packages from the registry stay external.
import { spawn } from 'node:child_process';
import { bundle } from './bundle.mjs';

const [entry, ...rest] = process.argv.slice(2);
if (entry === undefined) {
  console.error('usage: node tools/run.mjs <entry.ts> [arguments]');
  process.exit(2);
}
const output = await bundle(entry);
const child = spawn(process.execPath, ['--enable-source-maps', '--expose-gc', output, ...rest], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
