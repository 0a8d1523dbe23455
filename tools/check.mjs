// `npm run check`: types, format, lint, import rules, unused code, generated files, the table
// of ASVS. Runs every step, as many at once as there are cores, and then lists the failed ones.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './bundle.mjs';

const bin = (name) => join(ROOT, 'node_modules', '.bin', name);
const tsc = join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc');

const rooms = ['packages', 'apps']
  .flatMap((parent) => readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`))
  .concat(['e2e', 'bench', 'tools', '.'])
  .filter((room) => existsSync(join(ROOT, room, 'tsconfig.json')));

// Format begins first: it takes longest and uses one core.
const steps = [
  ['format', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
  ...rooms.map((room) => [`types ${room === '.' ? 'of tests' : room}`, process.execPath, [tsc, '-p', room]]),
  ['lint', bin('oxlint'), ['packages', 'apps', 'e2e', 'bench', 'tools']],
  ['rooms', bin('depcruise'), ['packages', 'apps', 'e2e', 'bench', 'tools']],
  ['unused code', bin('knip'), []],
  ['generated files', process.execPath, [join(ROOT, 'tools', 'run.mjs'), 'tools/src/generate.ts', '--check']],
  ['ASVS table', process.execPath, [join(ROOT, 'tools', 'run.mjs'), 'tools/src/asvs/main.ts']],
];

/** Runs one step and collects its output, which is printed only for a failed step. */
function run([name, command, args]) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => done({ name, ok: false, output: String(error) }));
    child.on('close', (code) => done({ name, ok: code === 0, output }));
  });
}

const failed = [];
const waiting = [...steps];
/** Runs the next waiting step until there is none. */
async function work() {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const result = await run(step);
    console.log(`${result.ok ? 'ok  ' : 'FAIL'} ${result.name}`);
    if (!result.ok) {
      failed.push(result.name);
      console.log(result.output.trimEnd());
    }
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
console.log(failed.length === 0 ? `check: ${steps.length} steps passed` : `check: failed in ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
