import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openProcessMetrics } from '../src/composition/processes.ts';
import { Metrics } from '../src/platform/metrics.ts';
import { type TestServer, startTestServer } from './support/server.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly datasource: { readonly uid: string } }[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
}

const fileOf = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

let server: TestServer;
let metrics: string;
let rules: readonly Rule[];
let rulesOfProcesses: readonly Rule[];
let panels: readonly Panel[];
let variables: Dashboard['templating']['list'];
let operations: string;

beforeAll(async () => {
  server = await startTestServer();
  metrics = (await server.raw('/metrics')).text;
  const { groups } = parse(await fileOf('deploy/prometheus/alerts.yml')) as {
    groups: { name: string; rules: Rule[] }[];
  };
  rules = groups.flatMap((group) => group.rules);
  rulesOfProcesses = groups.flatMap((group) => (group.name === 'fairlot-processes' ? group.rules : []));
  const dashboard = JSON.parse(await fileOf('deploy/grafana/fairlot.json')) as Dashboard;
  panels = dashboard.panels;
  variables = dashboard.templating.list;
  operations = await fileOf('docs/operations.md');
});
afterAll(() => server.stop());

const expressions = () => [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...variables.map(({ definition = '' }) => definition),
];

/** The names of the samples in the text of metrics. */
function offered(text = metrics): ReadonlySet<string> {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

it('every metric that the alerts and the dashboard name exists on a running server', () => {
  const named = new Set(expressions().flatMap((text) => text.match(/\bfairlot_\w+/g) ?? []));
  expect(named.size).toBeGreaterThan(30);
  const known = offered();
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
});

it('the alerts about processes need only metrics that each process has, whatever its roles', async () => {
  const each = new Metrics();
  const state = { shards: [], leads: [], busConnected: true, cpuShare: 0, heapMiB: 0, eventLoopP99Ms: 0 };
  openProcessMetrics(each, { single: false, state: () => state, shards: () => 0 });
  const known = offered(await each.registry.metrics());
  expect(rulesOfProcesses.length).toBeGreaterThan(4);
  const named = rulesOfProcesses.flatMap(({ expr }) => expr.match(/\bfairlot_\w+/g) ?? []);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

it('every variable of the dashboard’s queries is defined', () => {
  const named = new Set(
    expressions()
      .flatMap((text) => text.match(/\$\w+/g) ?? [])
      .filter((name) => !name.startsWith('$__')),
  );
  expect(named).toEqual(new Set(['$job']));
  expect(variables.map(({ name }) => name)).toEqual(['datasource', 'job']);
});

it('every label that they select exists on that metric, as far as it has samples', () => {
  const wrong = expressions()
    .flatMap((text) => [...text.matchAll(/\b(fairlot_\w+)\{([^}]*)\}/g)])
    .flatMap(([, name = '', selectors = '']) => {
      const lines = metrics.split('\n').filter((line) => line.startsWith(`${name}{`));
      const labels = [...selectors.matchAll(/(\w+)=~?"/g)].map(([, label]) => label ?? '');
      return labels
        .filter((label) => label !== 'job' && lines.length > 0 && !lines.some((line) => line.includes(`${label}="`)))
        .map((label) => `${name}{${label}}`);
    });
  expect(wrong).toEqual([]);
});

it('the alerts have the form that Prometheus reads, each under a name of its own', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const rule of rules) {
    expect(rule).toEqual({
      alert: expect.stringMatching(/^Fairlot[A-Za-z]+$/) as string,
      expr: expect.any(String) as string,
      for: expect.stringMatching(/^\d+[smh]$/) as string,
      labels: { severity: expect.stringMatching(/^(page|ticket)$/) as string },
      annotations: {
        summary: expect.stringMatching(/\.$/) as string,
        runbook: `docs/operations.md#${rule.alert.toLowerCase()}`,
      },
    });
  }
});

it('the operator’s manual says for each alert what to do, and for no other', () => {
  const sections = [...operations.matchAll(/^### (Fairlot\w+)\n\n(.+)/gm)].map(([, name]) => name);
  expect(new Set(sections)).toEqual(new Set(rules.map(({ alert }) => alert)));
  expect(sections).toHaveLength(rules.length);
});

it('the dashboard has panels with a title, a description and queries, which do not overlap', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  for (const { type, title, description, targets } of panels) {
    expect(title).not.toBe('');
    if (type === 'row') continue;
    expect(description).toMatch(/\.$/);
    expect(targets?.map(({ datasource }) => datasource.uid)).toEqual(targets?.map(() => '${datasource}'));
    expect(targets).not.toHaveLength(0);
  }
});
