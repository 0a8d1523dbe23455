import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { type Call, type CallName, type Envelope, type OutputOf, calls } from '@fairlot/contract';
import { HOUR_MS } from '@fairlot/domain';
import { expect } from 'vitest';
import { type RunningServer, startServer } from '../../src/composition/server.ts';
import { readConfig } from '../../src/config.ts';
import type { Clock, MachineClocks } from '../../src/platform/clock.ts';
import { type Log, createLog } from '../../src/platform/log.ts';
import { marketSeed } from '../../../../tools/src/testing/moment.ts';
import { SECRETS_KEY } from '../../../../tools/src/testing/postgres.ts';
import { createTestDatabase } from './database.ts';

export { SECRETS_KEY };

/** An unparsed response. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Answer<Data> extends RawAnswer {
  /** `data` is typed as on success and null otherwise; tests state which they expect. */
  readonly envelope: Envelope<Data>;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface CallOptions {
  readonly token?: string;
  readonly key?: string;
  readonly lang?: string;
  readonly method?: 'GET' | 'POST';
  /** The client address of the request, as a proxy sends it; the server must trust 127.0.0.1 as one to believe it. */
  readonly from?: string;
}

/** A complete server on its own database, and a client that validates every answer. */
export interface TestServer {
  readonly url: string;
  /** Link to set up the first administrator. */
  readonly setUpUrl?: string | undefined;
  /** Sends any HTTP request. */
  raw(path: string, options?: RequestOptions): Promise<RawAnswer>;
  /** Sends a request and parses the envelope. */
  request<Data = unknown>(path: string, options?: RequestOptions): Promise<Answer<Data>>;
  /** Makes a call of the contract. Checks a success strictly against its output schema. */
  call<Name extends CallName>(
    name: Name,
    input?: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Answer<OutputOf<(typeof calls)[Name]>>>;
  /** Opens a demo account. */
  demo(): Promise<{ readonly token: string; readonly id: number; readonly demoId: string }>;
  /** The id of an instrument by its code. */
  instrument(code: string): Promise<number>;
  /** URL of the server's database as its owner, for data that no call returns. */
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/** A test server that can start again. */
export interface RestartableServer extends TestServer {
  /** Stops the server and starts it on the same database and port with a changed environment. */
  restart(environment?: Readonly<Record<string, string>>, whileStopped?: () => void | Promise<void>): Promise<void>;
}

/** Limits high enough not to affect tests of other features. */
export const FREE = {
  FAIRLOT_SECRETS_KEY: SECRETS_KEY,
  FAIRLOT_SIMULATED_MONEY: 'play-money',
  FAIRLOT_CALLS_PER_SECOND: '0',
  FAIRLOT_ORDERS_PER_SECOND: '0',
  FAIRLOT_DEMOS_PER_HOUR: '0',
  FAIRLOT_DEMOS_PER_DAY: '0',
  FAIRLOT_DEMO_COMMANDS_PER_MINUTE: '0',
  FAIRLOT_DEMO_COMMANDS_PER_DAY: '0',
  FAIRLOT_REFUSALS_PER_DAY: '0',
  FAIRLOT_NETWORK_BUDGET_PERCENT: '0',
  FAIRLOT_CODES_PER_HOUR: '0',
  // A machine that does other work is slow, and a call that was refused for it tells nothing about the feature.
  FAIRLOT_CALL_TIMEOUT_MS: '120000',
  FAIRLOT_REPORT_TIMEOUT_MS: '120000',
};

/**
 * A market as old as an hour is enough for a server that is about something else. Otherwise each start at another time
 * would generate and write its past, which takes seconds. With real sessions a closed market needs the days before, for
 * its last price. Tests of history use the market itself.
 */
export const LONGEST_PAST_MS = HOUR_MS;

export async function startTestServer(
  environment: Readonly<Record<string, string>> = {},
  clock?: Clock,
  clocks?: MachineClocks,
  log: Log = createLog('silent'),
  /** Past that a start generates; undefined: an hour, or with real sessions all of it. */
  longestPastMs?: number,
): Promise<RestartableServer> {
  const database = await createTestDatabase(isNow(clock) ? 'history' : 'migrated');
  const start = (more: Readonly<Record<string, string>>): Promise<RunningServer> => {
    const base = { ...FREE, ...marketSeed(), PORT: '0', HOST: '127.0.0.1', ...database.settings };
    const result = readConfig({ ...base, ...environment, ...more });
    if (!result.ok) throw new Error(result.problems.join('\n'));
    const usualPastMs = result.config.sessions === 'real' ? undefined : LONGEST_PAST_MS;
    return startServer(result.config, log, { clock, clocks, longestPastMs: longestPastMs ?? usualPastMs });
  };
  let server = await start({}).catch(async (error: unknown) => {
    await database.drop();
    throw error;
  });
  const client = clientOf(server.url);
  return {
    ...client,
    databaseUrl: database.url,
    setUpUrl: server.setUpUrl,
    restart: async (more = {}, whileStopped = () => undefined) => {
      await server.stop();
      await whileStopped();
      server = await start({ ...more, PORT: new URL(server.url).port });
    },
    stop: async () => {
      await server.stop();
      await database.drop();
    },
  };
}

/** The copied history ends at the start of the test run, so it fits only a clock near the wall clock. */
function isNow(clock: Clock = Date.now): boolean {
  return Math.abs(clock() - Date.now()) < 3_600_000;
}

/** Milliseconds before a refused call is repeated. */
const AGAIN_MS = 50;

/** A client for a running server. `again`: refusals after which it repeats a call under its key. */
export function clientOf(
  url: string,
  again: ReadonlySet<string> = new Set(),
): Omit<TestServer, 'stop' | 'databaseUrl'> {
  const raw = (path: string, options: RequestOptions = {}): Promise<RawAnswer> => send(url + path, options);
  const request = async <Data>(path: string, options: RequestOptions = {}): Promise<Answer<Data>> => {
    const answer = await raw(path, options);
    const envelope = JSON.parse(answer.text) as Envelope<Data>;
    expect(
      Object.keys(envelope)
        .filter((key) => key !== 'detail')
        .sort(),
    ).toEqual(['code', 'data', 'msg', 'reason']);
    return { ...answer, envelope };
  };
  const call: TestServer['call'] = async <Name extends CallName>(
    name: Name,
    input: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ) => {
    type Data = OutputOf<(typeof calls)[Name]>;
    const declared: Call = calls[name];
    const method = options.method ?? declared.methods[0] ?? 'GET';
    const headers: Record<string, string> = { lang: options.lang ?? 'en', authorization: options.token ?? '' };
    if (options.from !== undefined) headers['x-forwarded-for'] = options.from;
    if (declared.changesState) headers['idempotency-key'] = options.key ?? randomUUID();
    const texts = Object.entries(input).map(([key, value]): [string, string] => [key, String(value)]);
    const ask = (): Promise<Answer<Data>> =>
      method === 'GET'
        ? request<Data>(`${declared.path}?${new URLSearchParams([...texts, ['t', String(Date.now())]]).toString()}`, {
            headers,
          })
        : request<Data>(declared.path, {
            method,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(input),
          });
    let answer = await ask();
    while (again.has(answer.envelope.reason)) {
      await new Promise((next) => setTimeout(next, AGAIN_MS));
      answer = await ask();
    }
    if (answer.envelope.code === 1) expect(declared.output.parse(answer.envelope.data)).toEqual(answer.envelope.data);
    return answer;
  };
  const demo = async (): Promise<{ token: string; id: number; demoId: string }> => {
    const { envelope } = await call('createDemo');
    expect(envelope.reason).toBe('ok');
    return { token: envelope.data.token, id: envelope.data.user.id, demoId: envelope.data.demo_id };
  };
  const instrument = async (code: string): Promise<number> => {
    const { envelope } = await call('tradeList');
    const found = envelope.data.find((each) => each.Code === code);
    if (found === undefined) throw new Error(`no instrument ${code}`);
    return found.Id;
  };
  return { url, raw, request, call, demo, instrument };
}

function send(url: string, { method = 'GET', headers = {}, body }: RequestOptions): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      url,
      { method, headers: body === undefined ? headers : { 'content-length': Buffer.byteLength(body), ...headers } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
