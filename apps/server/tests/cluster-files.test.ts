import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { isRealMarket } from '../src/config-feed.ts';
import { type ClusterSettings, readConfig } from '../src/config.ts';

// The examples of an installation of several processes, read as the processes would read them.

const DEPLOY = new URL('../../../deploy/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, DEPLOY), 'utf8');
/** Stands for what an operator puts in: a key, or a password within a URL. */
const KEY = Buffer.alloc(32, 7).toString('base64');
const withKeys = (text: string): string => text.replaceAll('put-32-bytes-in-base64-here', KEY);

/** Variables of lines such as `NAME=value`. */
const variablesOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

/** A process's settings; fails with all problems. */
function settingsOf(environment: Readonly<Record<string, string>>): Settings {
  const result = readConfig(environment);
  expect(result.ok ? [] : result.problems).toEqual([]);
  if (!result.ok || result.config.cluster === undefined) return expect.unreachable();
  const { cluster, feed, sessions, strategies, host } = result.config;
  return { cluster, market: { feed: feed.kind, isReal: isRealMarket(feed), sessions, strategies }, host };
}

interface Settings {
  readonly cluster: ClusterSettings;
  /** The settings by which it takes the market for a real or a simulated one. */
  readonly market: object;
  readonly host: string;
}

/** Every role has a process, and every shard one that takes it first. */
function expectWhole(clusters: readonly ClusterSettings[], realShards: number): void {
  expect(new Set(clusters.flatMap(({ roles }) => [...roles]))).toEqual(
    new Set(['gateway', 'market', 'trading', 'web', 'worker']),
  );
  const first = clusters
    .filter(({ roles }) => roles.has('trading'))
    .flatMap(({ prefers }) => (prefers === 'all' ? [] : prefers));
  expect(first).toEqual(Array.from({ length: realShards + 1 }, (_, shard) => shard));
}

interface Service {
  readonly environment?: Readonly<Record<string, string | number>>;
}

it('the processes of the compose file take their settings', () => {
  const { services } = parse(read('compose.cluster.yaml'), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
  };
  const processes = Object.entries(services).filter(
    ([, { environment }]) => environment?.['FAIRLOT_ROLES'] !== undefined,
  );
  const clusters = processes.map(([service, { environment = {} }]) => {
    const settings = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, String(value).replaceAll(/\$\{[^}]+\}/g, KEY)]),
    );
    const { cluster, market } = settingsOf(settings);
    expect(market).toEqual({ feed: 'simulated', isReal: false, sessions: 'always', strategies: true });
    // The others reach it under the name of its service.
    expect([cluster.name, cluster.url]).toEqual([service, `http://${service}:3000`]);
    return cluster;
  });
  expect(clusters).toHaveLength(9);
  expectWhole(clusters, Number(processes[0]?.[1].environment?.['FAIRLOT_REAL_SHARDS']));
});

it('each role takes the settings of its example under systemd', () => {
  const unit = Object.fromEntries(
    [...read('fairlot@.service').matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const common = variablesOf(withKeys(read('cluster/common.env')));
  const files = readdirSync(new URL('cluster/', DEPLOY)).filter((file) => file !== 'common.env');
  expect(files.toSorted()).toEqual(['gateway.env', 'house.env', 'market.env', 'trading.env', 'worker.env']);
  for (const file of files) {
    const { cluster, market, host } = settingsOf({ ...unit, ...common, ...variablesOf(read(`cluster/${file}`)) });
    expect(cluster.name).toBe('%i');
    expect(market).toEqual({ feed: 'live', isReal: true, sessions: 'real', strategies: false });
    // The others reach it at an address of the network.
    expect(host).toBe('0.0.0.0');
  }
});
