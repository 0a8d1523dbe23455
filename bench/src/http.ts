import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uniqueKey } from '@fairlot/client';
import { load, wire } from './http/caller.ts';
import type { Load } from './http/caller.ts';
import { launch } from './process.ts';
import type { Subject } from './process.ts';
import { report } from './report.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8);
const ACCOUNTS = 2_000;
const ORDER_CONNECTIONS = 128;
const CHART_CONNECTIONS = 8;
const SUBMIT = '/v1/api/forex/submit';
/** Pause after the start: a new database first writes the market's history, which is not part of the measurement. */
const SETTLE_MS = 12_000;
const CHART = '/v1/api/forex/kline?forex_id=1&period=1min';
const BODY = JSON.stringify({
  type: 1,
  cont: '0.01',
  forex_id: 1,
  status: 1,
  multiple: 200,
  stop_loss_price: '0',
  target_profit_price: '0',
});

/** Compares orders over HTTP (signed in, with a key) with an echo, and a chart of 1,000 bars with a static file of the same JSON. */
export async function run(): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-http-'));
  const files = join(folder, 'files');
  mkdirSync(files);
  const subjects: Subject[] = [];
  try {
    const server = await launch(
      'apps/server/src/main.ts',
      {
        FAIRLOT_DATA_DIR: join(folder, 'data'),
        FAIRLOT_LOG_LEVEL: 'warn',
        FAIRLOT_CALLS_PER_SECOND: '0',
        FAIRLOT_ORDERS_PER_SECOND: '0',
        FAIRLOT_DEMO_COMMANDS_PER_MINUTE: '0',
        FAIRLOT_DEMO_COMMANDS_PER_DAY: '0',
        FAIRLOT_REFUSALS_PER_DAY: '0',
        FAIRLOT_NETWORK_BUDGET_PERCENT: '0',
        FAIRLOT_DEMOS_PER_HOUR: '0',
        FAIRLOT_DEMOS_PER_DAY: '0',
      },
      '/readyz',
    );
    subjects.push(server);
    const baseline = await launch('bench/src/http/baseline-server.ts', { FOLDER: files }, '/ready');
    subjects.push(baseline);
    const orders = await measureOrders(server, baseline);
    const charts = await measureCharts(server, baseline, files);
    const figures = { orders, charts };
    report(
      'http',
      {
        seconds: SECONDS,
        accounts: ACCOUNTS,
        orderConnections: ORDER_CONNECTIONS,
        chartConnections: CHART_CONNECTIONS,
        fsync: 'on',
      },
      figures,
    );
    return figures;
  } finally {
    for (const subject of subjects) await subject.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureOrders(server: Subject, baseline: Subject): Promise<object> {
  const tokens = await signIn(server);
  const place = (seconds: number): Promise<Load> =>
    load({
      port: server.port,
      connections: ORDER_CONNECTIONS,
      seconds,
      expects: '{"code":1,',
      request: (serial) => wire('POST', SUBMIT, headersOf(tokens[serial % tokens.length] ?? ''), BODY),
    });
  const echo = (seconds: number): Promise<Load> =>
    load({
      port: baseline.port,
      connections: ORDER_CONNECTIONS,
      seconds,
      expects: BODY.slice(0, 20),
      request: () => wire('POST', '/echo', headersOf(tokens[0] ?? ''), BODY),
    });
  await new Promise((resolve) => {
    setTimeout(resolve, SETTLE_MS);
  });
  await place(2);
  await echo(2);
  const [orders, echoes] = [await place(SECONDS), await echo(SECONDS)];
  return {
    orders,
    echoes,
    ratio: Number((orders.requestsPerSecond / echoes.requestsPerSecond).toFixed(3)),
    goal: '>= 0.35',
  };
}

async function signIn(server: Subject): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < ACCOUNTS) {
    tokens.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, async () => {
          const answer = await fetch(`http://127.0.0.1:${server.port}/api/user/createAccountDemoForU`, {
            method: 'POST',
            body: '{}',
            headers: { 'content-type': 'application/json' },
          });
          const { data } = (await answer.json()) as { data: { token: string } };
          return data.token;
        }),
      )),
    );
  }
  return tokens;
}

async function measureCharts(server: Subject, baseline: Subject, files: string): Promise<object> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${CHART}`, { headers: { 'accept-encoding': 'identity' } });
  writeFileSync(join(files, 'chart.json'), Buffer.from(await answer.arrayBuffer()));
  await get(server, CHART, 2);
  await get(baseline, '/static/chart.json', 2);
  const [chart, file] = [await get(server, CHART, SECONDS), await get(baseline, '/static/chart.json', SECONDS)];
  return { chart, file, p99Ratio: Number((chart.answer.p99ms / file.answer.p99ms).toFixed(2)), goal: '<= 3' };
}

function headersOf(token: string): Record<string, string> {
  return { lang: 'en', authorization: token, 'idempotency-key': uniqueKey() };
}

function get(subject: Subject, path: string, seconds: number): Promise<Load> {
  return load({
    port: subject.port,
    connections: CHART_CONNECTIONS,
    seconds,
    expects: '{"code":1,',
    request: () => wire('GET', path, { lang: 'en' }),
  });
}

if (process.argv[1]?.includes('bench-src-http')) await run();
