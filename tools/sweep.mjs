// `npm run sweep [-- options]`: builds outdated pages, then checks every screen in every language; see docs/testing.md.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { bundle } from './bundle.mjs';
import { buildPages } from './pages.mjs';

const [server, sweep] = [await bundle('apps/server/src/main.ts'), await bundle('e2e/src/sweep/main.ts')];
await buildPages(true);
const child = spawn(process.execPath, ['--enable-source-maps', sweep, '--server', server, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
