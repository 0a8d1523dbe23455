import type { Client } from 'pg';
import type { Cluster } from '../../cluster/cluster.ts';
import type { Place } from '../checks.ts';
import { TortureClient } from '../client.ts';
import type { MoneyClient } from '../money-client.ts';
import { openMoneyClients } from '../money-setup.ts';

const DEMO_CLIENTS = 4;
const REAL_CLIENTS = 9;
/** Finished deposits of each real client. The margin of one order is up to three of them. */
const FIRST_DEPOSITS = 8;
const MORE_DEPOSITS = 3;

export interface ClientSettings {
  readonly cluster: Cluster;
  readonly place: Place;
  /** Users with real accounts who only deposit and withdraw. */
  readonly moneyClients: number;
  readonly instrumentsOf: (url: string) => Promise<number[]>;
  readonly chance: () => number;
}

export interface OpenedClients {
  readonly traders: readonly TortureClient[];
  readonly money: readonly MoneyClient[];
  /** The real clients as users who deposit. */
  readonly depositors: readonly MoneyClient[];
  /** Deposits for the real clients, whose trades cost spreads and fees. */
  readonly fund: () => Promise<void>;
}

/** Clients of demo and real accounts, the latter with money, and users who only move money, at both gateways in turn. */
export async function openClients({
  cluster,
  place,
  moneyClients,
  instrumentsOf,
  chance,
}: ClientSettings): Promise<OpenedClients> {
  const urls = cluster.of('gateway').map(({ url }) => url);
  const instruments = await instrumentsOf(urls[0] ?? '');
  const open = (index: number): TortureClient =>
    new TortureClient(index % 2 === 0 ? urls : urls.toReversed(), instruments, chance);
  const demo = Array.from({ length: DEMO_CLIENTS }, (_, index) => open(index));
  await Promise.all(demo.map((client) => client.signIn()));
  const money = await openMoneyClients(urls, place, REAL_CLIENTS + moneyClients, chance);
  const funded = money.slice(0, REAL_CLIENTS);
  await Promise.all(funded.map((client) => client.fund(FIRST_DEPOSITS)));
  const real = funded.map(({ access: { account, token } }, index) => {
    const client = open(index);
    client.use(account, token);
    return client;
  });
  return {
    traders: [...demo, ...real],
    money: money.slice(REAL_CLIENTS),
    depositors: funded,
    fund: async () => {
      await Promise.all(funded.map((client) => client.fund(MORE_DEPOSITS)));
    },
  };
}

/** The clients that have written to each shard. */
export async function byShard(
  database: Client,
  clients: readonly TortureClient[],
): Promise<ReadonlyMap<number, readonly TortureClient[]>> {
  const { rows } = await database.query<{ account: string; shard: number }>(
    'select distinct account, shard from journal where account = any($1)',
    [clients.map(({ account }) => account)],
  );
  const grouped = new Map<number, TortureClient[]>();
  for (const { account, shard } of rows)
    grouped.set(shard, [
      ...(grouped.get(shard) ?? []),
      ...clients.filter((client) => client.account === Number(account)),
    ]);
  return grouped;
}
