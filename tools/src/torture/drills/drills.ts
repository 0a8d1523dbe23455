import { pause } from '../../../../apps/server/src/platform/pause.ts';
import { SHARDS } from '../../cluster/layout.ts';
import type { Member } from '../../cluster/member.ts';
import {
  type Drill,
  type DrillResult,
  GOALS,
  LIMIT_MS,
  LOOK_MS,
  WINDOW_MS,
  commandsOf,
  seconds,
  takeovers,
} from './drill.ts';
import { longestGap, quantile, waits } from './figures.ts';
import { killNats, partitionNats, slowNats } from './nats-drills.ts';

/** All drills by name, in the order of a round. */
export const DRILLS: Readonly<Record<string, (drill: Drill) => Promise<DrillResult>>> = {
  trading: killTrading,
  stop: stopTrading,
  nats: killNats,
  partition: partitionNats,
  slow: slowNats,
  market: killMarket,
  house: killHouse,
  gateway: killGateway,
  rolling: restartAll,
};

/** The shards that a process holds, as it last told. */
async function heldBy({ database }: Drill, name: string): Promise<number[]> {
  const { rows } = await database.query<{ shards: { shard: number }[] | null }>(
    `select state->'shards' as shards from processes where name = $1 order by seen_at desc limit 1`,
    [name],
  );
  return (rows[0]?.shards ?? []).map(({ shard }) => shard);
}

/** The epoch of each shard's lease. A takeover raises it. */
async function epochs({ database }: Drill, shards: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await database.query<{ shard: number; epoch: string }>(
    'select shard, epoch::text as epoch from lease where shard = any($1)',
    [shards],
  );
  return new Map(rows.map(({ shard, epoch }) => [shard, Number(epoch)]));
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
  const former = await epochs(drill, held);
  const failure = performance.now();
  const over = Promise.resolve(fail(member));
  const times = await takeovers(drill, held, failure);
  const end = Math.max(performance.now(), failure + WINDOW_MS);
  await pause(end - performance.now());
  await over;
  const latter = await epochs(drill, held);
  const others = SHARDS.filter((shard) => !held.includes(shard));
  const before = waits(commandsOf(drill, others, failure - WINDOW_MS), failure - WINDOW_MS, failure);
  const meanwhile = waits(commandsOf(drill, others, failure), failure, end);
  return {
    figures: `${member.plan.name} with shards ${held.join(' and ')}; taken over within ${seconds(Math.max(...times))}; other shards' p99 ${quantile(before, 0.99).toFixed(0)} ms before and ${quantile(meanwhile, 0.99).toFixed(0)} ms meanwhile`,
    takeovers: times,
    others: { before, meanwhile },
    problems: held
      .filter((shard) => (latter.get(shard) ?? 0) <= (former.get(shard) ?? 0))
      .map((shard) => `shard ${shard} answered, but nobody has taken it`),
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
  const gap = longestGap(commandsOf(drill, SHARDS, failure), failure, performance.now());
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
  const gap = longestGap(commandsOf(drill, SHARDS, begin), begin, performance.now());
  const told = [...reasons].map(([reason, count]) => `${count} × ${reason}`).join(', ');
  if (reasons.has('internal')) problems.push(`${reasons.get('internal')} calls failed inside a process`);
  return {
    figures: `${drill.cluster.members.length} processes in ${seconds(performance.now() - begin)}; repeated because of ${told || 'nothing'}; trading paused for at most ${seconds(gap)}`,
    problems,
  };
}
