// `node tools/run.mjs tools/src/first-release/main.ts`: makes apps/server/tests/fixtures/first-release.br, the database
// of the upgrade test, with the first version itself. Needs a clone with that commit, and the package registry.
import { deepStrictEqual } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type TextTable, packTables } from '../testing/packed-tables.ts';
import { type FirstReleaseHead, restored, trimmed } from './trim.ts';

const { values } = parseArgs({
  options: {
    /** A folder with the first version and its packages, to save the installation. */
    folder: { type: 'string' },
    real: { type: 'string', default: '200' },
    demo: { type: 'string', default: '9800' },
    output: { type: 'string', default: 'apps/server/tests/fixtures/first-release.br' },
  },
});

const COMMIT = 'b7c6ed927a1d8bc566db966eabc4793d77337fc1';

const fresh = mkdtempSync(join(tmpdir(), 'fairlot-first-release-'));
try {
  const folder = values.folder ?? install();
  const dump = join(folder, 'dump.jsonl');
  copyFileSync('tools/src/first-release/scenario.ts.txt', join(folder, 'apps/server/tests/first-release.test.ts'));
  run('npx', ['vitest', 'run', '--project', 'server', 'apps/server/tests/first-release.test.ts'], folder, {
    FIRST_RELEASE_DUMP: dump,
    FIRST_RELEASE_REAL: values.real,
    FIRST_RELEASE_DEMO: values.demo,
  });
  const { head, tables } = readDump(dump);
  const { kept, expected } = trimmed(tables);
  deepStrictEqual(restored(kept, head.journalHead), expected);
  const file = packTables({ ...head, commit: COMMIT }, kept);
  writeFileSync(values.output, file);
  for (const { name, rows } of tables) console.log(`${name} ${rows.length}`);
  console.log(`${values.output}: ${file.length} bytes`);
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

/** The first version in a folder of its own, with the packages of its own lock file. */
function install(): string {
  const archive = join(fresh, 'archive.tar');
  run('git', ['archive', '--output', archive, COMMIT], process.cwd());
  mkdirSync(join(fresh, 'tree'));
  run('tar', ['-xf', archive, '-C', join(fresh, 'tree')], fresh);
  run('npm', ['ci', '--no-audit', '--no-fund'], join(fresh, 'tree'));
  return join(fresh, 'tree');
}

function run(program: string, options: readonly string[], cwd: string, settings: Record<string, string> = {}): void {
  execFileSync(program, options, { cwd, stdio: 'inherit', env: { ...process.env, ...settings } });
}

function readDump(path: string): { readonly head: FirstReleaseHead; readonly tables: readonly TextTable[] } {
  const lines = readFileSync(path, 'utf8').split('\n');
  const { facts } = JSON.parse(lines[0] ?? '') as Pick<FirstReleaseHead, 'facts'>;
  const { schema } = JSON.parse(lines[1] ?? '') as Pick<FirstReleaseHead, 'schema'>;
  const tables: TextTable[] = [];
  for (let at = 2; at < lines.length;) {
    const { table, columns, last, rows } = JSON.parse(lines[at] ?? '') as {
      table: string;
      columns: string[];
      last: string | null;
      rows: number;
    };
    const read = lines.slice(at + 1, at + 1 + rows).map((line) => JSON.parse(line) as (string | null)[]);
    tables.push({ name: table, columns, last: last === null ? null : Number(last), rows: read });
    at += 1 + rows;
  }
  return { head: { facts, schema, journalHead: headOf(tables) }, tables };
}

/** The hash of the journal's last row, which covers all rows. */
function headOf(tables: readonly TextTable[]): string {
  const journal = tables.find(({ name }) => name === 'journal');
  return journal?.rows.at(-1)?.[journal.columns.indexOf('hash')] ?? '';
}
