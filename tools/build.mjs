// Builds what a server needs: `npm run build`. With --if-needed only what is older than its sources.
import './node-version.mjs';
import { bundle } from './bundle.mjs';
import { buildPages } from './pages.mjs';

const onlyIfNeeded = process.argv.includes('--if-needed');
if (!onlyIfNeeded) await bundle('apps/server/src/main.ts');
await buildPages(onlyIfNeeded);
