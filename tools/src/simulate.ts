// `npm run simulate [-- commands seeds first-seed]`: runs random commands, quotes and crashes through the engine and
// compares every step with the auditor.
import { runSimulation } from '@fairlot/engine/sim';

const COMMANDS = 200_000;
const SEEDS = 50;

const [commands = COMMANDS, seeds = SEEDS, first = 1] = process.argv.slice(2).map(Number);
const started = performance.now();
const sums: Record<string, number> = {};
for (let seed = first; seed < first + seeds; seed += 1) {
  const { refusals, ...report } = runSimulation({ seed, commands: Math.ceil(commands / seeds) });
  add(report.rows, 'row ');
  add(report.events, '');
  add(refusals, 'refused ');
  add(
    {
      commands: report.commands,
      quotes: report.quotes,
      crashes: report.crashes,
      'repeated keys': report.repeated,
      'archived keys': report.archived,
    },
    '',
  );
}
console.table(Object.fromEntries(Object.entries(sums).sort(([left], [right]) => (left < right ? -1 : 1))));
console.log(
  `${seeds} seeds from ${first}: the auditor agrees with every step (${((performance.now() - started) / 1000).toFixed(1)} s)`,
);

function add(counts: Readonly<Record<string, number>>, prefix: string): void {
  for (const [name, count] of Object.entries(counts)) sums[prefix + name] = (sums[prefix + name] ?? 0) + count;
}
