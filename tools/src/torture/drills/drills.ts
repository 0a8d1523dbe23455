import type { Client } from 'pg';
import { pause } from '../../../../apps/server/src/platform/pause.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { SHARDS } from '../../cluster/layout.ts';
import type { Member } from '../../cluster/member.ts';
import type { SentCommand, TortureClient } from '../client.ts';
import { firstAfter, longestGap, quantile, waits } from './figures.ts';
import type { MarketWatch } from './market-watch.ts';

/** Goals of a takeover, of greyed quotes and of their return, in milliseconds. */
export const GOALS = { takeoverMs: 5000, greyMs: 2000, backMs: 3000, othersRatio: 1.2 } as const;
const WINDOW_MS = 4000;
const LOOK_MS = 20;
const LIMIT_MS = 60_000;

export interface Drill {
  readonly cluster: Cluster;
  /** Clients of each shard. */
  readonly clients: ReadonlyMap<number, readonly TortureClient[]>;
  readonly market: MarketWatch;
  readonly database: Client;
  readonly stopSeconds: number;
}

/** Figures of a drill in words. A figure that misses its goal is told, but only what is lost or wrong is a problem. */
export interface DrillResult {
  readonly figures: string;
  readonly takeovers?: readonly number[];
  readonly othersRatio?: number;
  readonly problems: readonly string[];
}

const seconds = (ms: number | undefined): string => (ms === undefined ? 'never' : `${(ms / 1000).toFixed(2)} s`);

/** All drills by name, in the order of a round. */
export const DRILLS: Readonly<Record<string, (drill: Drill) => Promise<DrillResult>>> = {
  trading: killTrading,
  stop: stopTrading,
  nats: killNats,
  market: killMarket,
  house: killHouse,
  gateway: killGateway,
  rolling: restartAll,
};

function commandsOf({ clients }: Drill, shards: readonly number[]): SentCommand[] {
  return shards.flatMap((shard) => (clients.get(shard) ?? []).flatMap(({ commands }) => commands));
}

/** Waits for the first outcome of each shard after a failure. Returns the milliseconds of each; throws after a minute. */
async function takeovers(drill: Drill, shards: readonly number[], failure: number): Promise<number[]> {
  return Promise.all(
    shards.map(async (shard) => {
      for (;;) {
        const first = firstAfter(commandsOf(drill, [shard]), failure);
        if (first !== undefined) return first - failure;
        if (performance.now() - failure > LIMIT_MS)
          throw new Error(`shard ${shard} has no outcome within ${LIMIT_MS} ms`);
        await pause(LOOK_MS);
      }
    }),
  );
}

/** The shards that a process holds, as it last told. */
async function heldBy({ database }: Drill, name: string): Promise<number[]> {
  const { rows } = await database.query<{ shards: { shard: number }[] | null }>(
    `select state->'shards' as shards from processes where name = $1 order by seen_at desc limit 1`,
    [name],
  );
  return (rows[0]?.shards ?? []).map(({ shard }) => shard);
}

async function leaderOf({ database, cluster }: Drill, role: 'market' | 'house'): Promise<Member> {
  const { rows } = await database.query<{ holder: string }>('select holder from role_leases where role = $1', [role]);
  return cluster.member(rows[0]?.holder ?? '');
}

/** A process that holds shards, and the shards. */
async function holder(drill: Drill): Promise<{ readonly member: Member; readonly held: readonly number[] }> {
  for (const member of drill.cluster.of('trading')) {
    const held = await heldBy(drill, member.plan.name);
    if (held.length > 0) return { member, held };
  }
  throw new Error('no process holds a shard');
}

/** Lets a process of trading fail, and compares the other shards with the time before. */
async function failTrading(drill: Drill, fail: (member: Member) => Promise<void> | void): Promise<DrillResult> {
  const { member, held } = await holder(drill);
  await pause(WINDOW_MS);
  const failure = performance.now();
  const over = Promise.resolve(fail(member));
  const times = await takeovers(drill, held, failure);
  const end = Math.max(performance.now(), failure + WINDOW_MS);
  await pause(end - performance.now());
  await over;
  const others = SHARDS.filter((shard) => !held.includes(shard));
  const [before, during] = [
    quantile(waits(commandsOf(drill, others), failure - WINDOW_MS, failure), 0.99),
    quantile(waits(commandsOf(drill, others), failure, end), 0.99),
  ];
  return {
    figures: `${member.plan.name} with shards ${held.join(' and ')}; taken over within ${seconds(Math.max(...times))}; other shards' p99 ${before.toFixed(0)} ms before and ${during.toFixed(0)} ms meanwhile`,
    takeovers: times,
    othersRatio: during / before,
    problems: [],
  };
}

function killTrading(drill: Drill): Promise<DrillResult> {
  return failTrading(drill, (member) => member.signal('SIGKILL'));
}

/** The process stands still for longer than its leases last, and goes on with memory of a former epoch. */
async function stopTrading(drill: Drill): Promise<DrillResult> {
  const result = await failTrading(drill, async (member) => {
    member.signal('SIGSTOP');
    await pause(drill.stopSeconds * 1000);
    member.signal('SIGCONT');
  });
  await pause(WINDOW_MS);
  return { ...result, figures: `${result.figures}; stood still for ${drill.stopSeconds} s` };
}

async function killNats(drill: Drill): Promise<DrillResult> {
  await drill.cluster.nats.end('SIGKILL');
  const grey = await drill.market.until(true, LIMIT_MS);
  await pause(WINDOW_MS);
  await drill.cluster.nats.start();
  const back = performance.now();
  const fresh = await drill.market.until(false, LIMIT_MS);
  const answered = Math.max(...(await takeovers(drill, SHARDS, back)));
  return {
    figures: `quotes in doubt after ${seconds(grey)} (goal ${seconds(GOALS.greyMs)}), again dealt on ${seconds(fresh)} and orders answered ${seconds(answered)} after its return (goal ${seconds(GOALS.backMs)})`,
    problems: [
      ...(grey === undefined ? ['quotes were shown as current while NATS was away'] : []),
      ...(fresh === undefined ? ['quotes stayed in doubt after the return of NATS'] : []),
    ],
  };
}

async function killMarket(drill: Drill): Promise<DrillResult> {
  const leader = await leaderOf(drill, 'market');
  drill.market.reset();
  leader.signal('SIGKILL');
  const grey = await drill.market.until(true, LIMIT_MS);
  const fresh = await drill.market.until(false, LIMIT_MS);
  return {
    figures: `${leader.plan.name}; in doubt after ${seconds(grey)}, at most ${seconds(drill.market.longestMs)} without quotes`,
    problems: fresh === undefined ? ['quotes stayed in doubt without the first market'] : [],
  };
}

async function killHouse(drill: Drill): Promise<DrillResult> {
  const leader = await leaderOf(drill, 'house');
  const failure = performance.now();
  leader.signal('SIGKILL');
  const times: number[] = [];
  for (const { url } of drill.cluster.of('gateway')) {
    while (!(await answersOfHouse(url))) {
      if (performance.now() - failure > LIMIT_MS) throw new Error('no house answers');
      await pause(LOOK_MS);
    }
    times.push(performance.now() - failure);
  }
  const gap = longestGap(commandsOf(drill, SHARDS), failure, performance.now());
  return {
    figures: `${leader.plan.name}; its standby answers after ${seconds(Math.max(...times))} (goal ${seconds(GOALS.takeoverMs)}); trading paused for at most ${seconds(gap)}`,
    problems: [],
  };
}

/** A call that gateways forward. */
function answersOfHouse(gateway: string): Promise<boolean> {
  return fetch(`${gateway}/api/default/setting`, { signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function killGateway(drill: Drill): Promise<DrillResult> {
  const [gateway] = drill.cluster.of('gateway');
  const failure = performance.now();
  gateway?.signal('SIGKILL');
  const times = await takeovers(drill, SHARDS, failure);
  return {
    figures: `${gateway?.plan.name}; clients of all shards go on within ${seconds(Math.max(...times))}`,
    problems: [],
  };
}

/** Restarts every process with SIGTERM, one after the other, as an upgrade does. */
async function restartAll(drill: Drill): Promise<DrillResult> {
  const clients = [...drill.clients.values()].flat();
  const before = clients.map(({ retried }) => new Map(retried));
  const begin = performance.now();
  const problems: string[] = [];
  for (const member of drill.cluster.members) {
    const code = await member.stop();
    if (code !== 0) problems.push(`${member.plan.name} ended with ${code} after SIGTERM`);
    member.start();
    // A house that stands by is not ready before it takes over.
    await drill.cluster.ready(member.plan.roles === 'web,worker' ? drill.cluster.of('web,worker') : [member]);
  }
  const reasons = new Map<string, number>();
  for (const [index, { retried }] of clients.entries())
    for (const [reason, count] of retried) {
      const more = count - (before[index]?.get(reason) ?? 0);
      if (more > 0) reasons.set(reason, (reasons.get(reason) ?? 0) + more);
    }
  const gap = longestGap(commandsOf(drill, SHARDS), begin, performance.now());
  const told = [...reasons].map(([reason, count]) => `${count} × ${reason}`).join(', ');
  if (reasons.has('internal')) problems.push(`${reasons.get('internal')} calls failed inside a process`);
  return {
    figures: `${drill.cluster.members.length} processes in ${seconds(performance.now() - begin)}; repeated because of ${told || 'nothing'}; trading paused for at most ${seconds(gap)}`,
    problems,
  };
}
