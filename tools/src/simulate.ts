// `npm run simulate [-- commands seeds first-seed]`: runs random commands, quotes and crashes through the engine and
// compares every step with the auditor.
// `npm run simulate -- --scenario crash [--accounts 10000] [--seed 1] [--stops file.csv]`: runs accounts through a market
// crash and prints its costs.
// `npm run simulate -- --scenario copying [--copiers 2000] [--steps 4000] [--seed 1]`: leaders and copiers through gaps,
// stop-outs and crashes; every deed must end in one order or one skip per copy.
// `npm run simulate -- --scenario shards [--clients 12] [--commands 40] [--seeds 10] [--seed 1]`: four shards in several
// processes through failures between any two steps; nothing that a client was told may be untrue.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { simulateCopying } from '@fairlot/copying/sim';
import { runSimulation } from '@fairlot/engine/sim';
import { runCrash } from './scenarios/crash.ts';
import { simulateShards } from './shards/simulate-shards.ts';

const COMMANDS = 200_000;
const SEEDS = 50;
const ACCOUNTS = 10_000;
const LEADERS = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scenario: { type: 'string' },
    accounts: { type: 'string', default: String(ACCOUNTS) },
    seed: { type: 'string', default: '1' },
    stops: { type: 'string' },
    copiers: { type: 'string', default: '2000' },
    steps: { type: 'string', default: '4000' },
    clients: { type: 'string', default: '12' },
    commands: { type: 'string', default: '40' },
    seeds: { type: 'string', default: '10' },
  },
});
if (values.scenario === undefined) simulate();
else if (values.scenario === 'crash') crash();
else if (values.scenario === 'copying') await copying();
else if (values.scenario === 'shards') await shards();
else throw new Error(`there is no scenario ${values.scenario}; there are crash, copying and shards`);

function crash(): void {
  const accounts = Number(values.accounts);
  const seed = Number(values.seed);
  const began = performance.now();
  const { phases, slippage, stops } = runCrash({ seed, accounts });
  console.log('What happened, by phase ("in doubt", "stale" and "closed" are refused orders):');
  console.table(phases);
  console.log('Slippage of stop-losses: distance of the fill from the level, in per cent of the level:');
  console.table(slippage);
  if (values.stops !== undefined) writeFileSync(values.stops, `${stops}\n`);
  console.log(
    `${accounts} accounts, seed ${seed}: every fill is at a quote of the tape, and the journal gives the same state (${((performance.now() - began) / 1000).toFixed(1)} s)`,
  );
}

async function copying(): Promise<void> {
  const seed = Number(values.seed);
  const copiers = Number(values.copiers);
  const began = performance.now();
  console.table(await simulateCopying({ seed, steps: Number(values.steps), leaders: LEADERS, copiers }));
  console.log(
    `${copiers} copiers, seed ${seed}: every deed ended in one order or one skip per copy (${((performance.now() - began) / 1000).toFixed(1)} s)`,
  );
}

async function shards(): Promise<void> {
  const [first, seeds] = [Number(values.seed), Number(values.seeds)];
  const [clients, commands] = [Number(values.clients), Number(values.commands)];
  const began = performance.now();
  const sums: Record<string, number> = {};
  for (let seed = first; seed < first + seeds; seed += 1) {
    add(sums, (await simulateShards({ seed, clients, commands })).counts, '');
  }
  console.table(sums);
  console.log(
    `${seeds} seeds from ${first}, ${clients} clients with ${commands} commands each: the auditor agrees (${((performance.now() - began) / 1000).toFixed(1)} s)`,
  );
}

function simulate(): void {
  const [commands = COMMANDS, seeds = SEEDS, first = 1] = positionals.map(Number);
  const started = performance.now();
  const sums: Record<string, number> = {};
  for (let seed = first; seed < first + seeds; seed += 1) {
    const { refusals, malformed, ...report } = runSimulation({ seed, commands: Math.ceil(commands / seeds) });
    add(sums, report.rows, 'row ');
    add(sums, report.events, '');
    add(sums, refusals, 'refused ');
    add(sums, malformed, 'refused without a row ');
    add(
      sums,
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
}

function add(sums: Record<string, number>, counts: Readonly<Record<string, number>>, prefix: string): void {
  for (const [name, count] of Object.entries(counts)) sums[prefix + name] = (sums[prefix + name] ?? 0) + count;
}
