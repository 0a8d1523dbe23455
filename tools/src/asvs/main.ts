// Step of `npm run check`: the table of ASVS in docs/security.md is whole, and its evidence exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asvsProblems } from './asvs-table.ts';

const root = process.cwd();
const problems = asvsProblems(readFileSync(join(root, 'docs/security.md'), 'utf8'), (path) =>
  existsSync(join(root, path)),
);
for (const problem of problems) console.log(`docs/security.md, ASVS ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
