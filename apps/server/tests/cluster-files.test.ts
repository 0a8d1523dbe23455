import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
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

/** The cluster's settings; fails with all problems. */
function clusterOf(environment: Readonly<Record<string, string>>): ClusterSettings {
  const result = readConfig(environment);
  expect(result.ok ? [] : result.problems).toEqual([]);
  if (!result.ok || result.config.cluster === undefined) return expect.unreachable();
  return result.config.cluster;
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
    const cluster = clusterOf(settings);
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
    const cluster = clusterOf({ ...unit, ...common, ...variablesOf(read(`cluster/${file}`)) });
    expect(cluster.name).toBe('%i');
  }
});
