// `npm run generate`: writes the files that are derived from the contract and the installed libraries: references, table
// of rights, notices. With --check it only reports outdated files and exits with 1 if there are any.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { references } from './reference/references.ts';

const root = process.cwd();
const checking = process.argv.includes('--check');
let stale = 0;
for (const [path, text] of references(root)) {
  const file = join(root, path);
  if (checking) {
    if (current(file) === text) continue;
    console.error(`${path} is outdated: run npm run generate`);
    stale += 1;
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`wrote ${path}`);
  }
}
process.exitCode = stale === 0 ? 0 : 1;

function current(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
