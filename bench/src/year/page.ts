import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Curve, draw } from './curves.ts';
import type { Sample } from './sample.ts';

const [BEGIN, END] = ['<!-- year: begin, written by npm run bench -- year -->', '<!-- year: end -->'];

/** The figures of a run at its moments. */
export interface YearFigures {
  readonly days: readonly number[];
  readonly samples: readonly Sample[];
}

const ROWS: readonly (readonly [name: string, label: string])[] = [
  ['journalRows', 'journal rows'],
  ['partitions', 'partitions of the journal'],
  ['commandCpuUs', 'processor time of a command, server and journal session (µs)'],
  ['commandP99Ms', 'p99 of its answer (ms)'],
  ['historyMs', 'history page (ms)'],
  ['historyCpuMs', 'its processor time (ms)'],
  ['ledgerMs', 'ledger page (ms)'],
  ['ledgerCpuMs', 'its processor time (ms)'],
  ['statementMs', 'statement of a month (ms)'],
  ['statementCpuMs', 'its processor time (ms)'],
  ['officeListMs', 'office’s list of closed positions (ms)'],
  ['officeListCpuMs', 'its processor time (ms)'],
  ['unknownKeyMs', 'search for a key that was never used (ms)'],
  ['unknownKeyCpuMs', 'its processor time (ms)'],
  ['heapMiB', 'heap (MiB)'],
  ['mapEntries', 'entries of all maps'],
  ['startMs', 'start until the first committed order (ms)'],
  ['diskMiB', 'disk (MiB)'],
];

/** Writes the table into docs/growth.md and the curves next to it. */
export function writePage(figures: YearFigures, { accounts, opened }: { accounts: number; opened: number }): void {
  const path = join(process.cwd(), 'docs', 'growth.md');
  const page = readFileSync(path, 'utf8');
  const [before, rest = ''] = page.split(BEGIN);
  const [, after] = rest.split(END);
  if (before === undefined || after === undefined) throw new Error('docs/growth.md has lost the place of the table');
  writeFileSync(
    path,
    `${before}${BEGIN}\n${table(figures)}\n\n${accounts.toLocaleString('en')} accounts opened ${opened.toLocaleString('en')} positions.\n${END}${after}`,
  );
  for (const [name, curve] of Object.entries(curvesOf(figures)))
    writeFileSync(join(process.cwd(), 'docs', 'images', `growth-${name}.svg`), draw(curve));
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function table({ days, samples }: YearFigures): string {
  const of = (name: string): string[] => samples.map((sample) => (sample[name] ?? NaN).toLocaleString('en'));
  return [
    rowOf(['at the end of', ...days.map((day) => `day ${day}`)]),
    rowOf(['---', ...days.map(() => '---:')]),
    ...ROWS.map(([name, label]) => rowOf([label, ...of(name)])),
  ].join('\n');
}

function curvesOf({ days, samples }: YearFigures): Readonly<Record<string, Curve>> {
  const line = (name: string, field: string) => ({ name, values: samples.map((sample) => sample[field] ?? 0) });
  return {
    orders: { title: 'Cost of a command', unit: 'µs', days, lines: [line('processor time', 'commandCpuUs')] },
    queries: {
      title: 'Processor time of queries',
      unit: 'ms',
      days,
      lines: [
        line('history', 'historyCpuMs'),
        line('ledger', 'ledgerCpuMs'),
        line('statement', 'statementCpuMs'),
        line('office list', 'officeListCpuMs'),
        line('unknown key', 'unknownKeyCpuMs'),
      ],
    },
    memory: { title: 'Memory', unit: 'MiB', days, lines: [line('heap', 'heapMiB')] },
    start: { title: 'Start', unit: 'ms', days, lines: [line('first order', 'startMs')] },
    disk: {
      title: 'Disk',
      unit: 'MiB',
      days,
      lines: [
        line('all', 'diskMiB'),
        line('journal', 'journalMiB'),
        line('transfers', 'transfersMiB'),
        line('orders', 'ordersMiB'),
      ],
    },
  };
}
