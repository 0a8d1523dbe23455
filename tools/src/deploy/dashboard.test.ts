import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { GrafanaDashboard } from './grafana-dashboard.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const dashboard = readFileSync(join(ROOT, 'deploy/grafana/fairlot.json'), 'utf8');
const CONFIG = {
  extends: join(ROOT, 'tsconfig.base.json'),
  compilerOptions: { noEmit: true, incremental: false, composite: false, types: [] },
  include: ['*.ts'],
};

/** Compares texts of dashboards with Grafana's own types. Returns what it complains about each. */
function complaints(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const cache = join(ROOT, 'node_modules', '.cache', 'fairlot');
  mkdirSync(cache, { recursive: true });
  // Inside the repository, because the compiler looks for the types from there.
  const folder = mkdtempSync(join(cache, 'dashboard-'));
  try {
    const types = join(ROOT, 'tools/src/deploy/grafana-dashboard.ts');
    for (const [name, text] of Object.entries(texts))
      writeFileSync(
        join(folder, `${name}.ts`),
        `import type { GrafanaDashboard } from ${JSON.stringify(types)};\nexport const dashboard: GrafanaDashboard = ${text};\n`,
      );
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
    const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
    const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
      encoding: 'utf8',
      cwd: folder,
    });
    const lines = stdout.split('\n').filter((line) => line.includes('error TS'));
    const elsewhere = lines.filter((line) => !Object.keys(texts).some((name) => line.startsWith(`${name}.ts(`)));
    if (stderr !== '' || elsewhere.length > 0) throw new Error(`the compiler failed: ${stderr}${elsewhere.join('\n')}`);
    return Object.fromEntries(
      Object.keys(texts).map((name) => [name, lines.filter((line) => line.startsWith(`${name}.ts(`)).join('\n')]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('has the form of Grafana’s own schema, which notices what Grafana would not take', () => {
  const broken = (from: string, to: string): string => {
    expect(dashboard).toContain(from);
    return dashboard.replace(from, to);
  };
  const { whole, ...others } = complaints({
    whole: dashboard,
    panelType: broken('"type": "timeseries"', '"type": "graph"'),
    option: broken('"graphMode": "none"', '"graphMode": "nothing"'),
    misspelt: broken('"showLegend"', '"showLegends"'),
    source: broken('"uid": "${datasource}"', '"uid": "other"'),
    unit: broken('"unit": "ms"', '"unit": "millis"'),
    place: broken('"w": 4', '"w": "4"'),
    variable: broken('"type": "datasource"', '"type": "source"'),
    threshold: broken('"mode": "absolute"', '"mode": "fixed"'),
  });
  expect(whole).toBe('');
  expect(Object.entries(others).filter(([, complaint]) => complaint === '')).toEqual([]);
});

const hasPromtool = spawnSync('sh', ['-c', 'command -v promtool']).status === 0;

it.skipIf(!hasPromtool)('has queries that Prometheus reads', () => {
  const { panels } = JSON.parse(dashboard) as GrafanaDashboard;
  const queries = panels.flatMap((panel) => ('targets' in panel ? panel.targets.map(({ expr }) => expr) : []));
  expect(queries.length).toBeGreaterThan(30);
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-queries-'));
  const rulesOf = (expressions: readonly string[]) => {
    const rules = expressions.map((expr, index) => ({
      record: `query_${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', '.+'),
    }));
    const file = join(folder, 'rules.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    return spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
  };
  try {
    const { status, stdout } = rulesOf(queries);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`${queries.length} rules`)]);
    expect(rulesOf(['sum by (fairlot_sockets']).status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
