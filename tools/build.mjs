// `npm run build`: builds the programs and the pages of a deployment. With --if-needed it builds only outdated pages.
import './node-version.mjs';
import { buildPrograms } from './bundle.mjs';
import { buildPages } from './pages.mjs';

const onlyIfNeeded = process.argv.includes('--if-needed');
if (!onlyIfNeeded) await buildPrograms();
await buildPages(onlyIfNeeded);
