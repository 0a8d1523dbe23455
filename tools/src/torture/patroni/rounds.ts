import { pause } from '../../../../apps/server/src/platform/pause.ts';
import type { PatroniCluster } from '../../patroni/patroni-cluster.ts';
import { check } from '../checks.ts';
import type { TortureClient } from '../client.ts';
import { longestPause, since } from '../drills/figures.ts';
import { checkMoney } from '../money-checks.ts';
import { FAILURES, type Failure, type FailureName } from './failures.ts';
import type { DrillClients, Installation, PatroniSettings, ServicePart } from './installation.ts';
import { BACK_GOAL_MS, type RoundFigures, seconds } from './summary.ts';
import { waitUntilBack } from './wait-until-back.ts';

const PAUSE_MS = 40;

export interface Drill {
  readonly cluster: PatroniCluster;
  readonly installation: Installation;
  readonly clients: DrillClients;
}

export interface Round {
  readonly figures: RoundFigures;
  readonly problems: readonly string[];
}

/** Lets the database fail under load, and judges what the clients were told. Throws when the service does not come back. */
export async function playRound(
  round: number,
  name: FailureName,
  drill: Drill,
  { chance, programs, say }: PatroniSettings,
): Promise<Round> {
  const { cluster, installation, clients } = drill;
  const { traders, money, depositors, parts, moneyPauseMs } = clients;
  await clients.fund();
  let isStopping = false;
  const trading = Promise.all([
    ...traders.map((client) => client.trade(() => isStopping, PAUSE_MS)),
    ...money.map((client) => client.run(() => isStopping, moneyPauseMs)),
  ]);
  // Avoids an unhandled rejection now; the `await trading` below throws the error.
  trading.catch(() => undefined);
  const problems: string[] = [];
  let figures: RoundFigures;
  try {
    await pause(1500 + chance() * 2000);
    const failure = await FAILURES[name](cluster);
    const backs = await waitUntilBack(parts, failure.since);
    const ms = Math.max(...backs.map((back) => back.ms));
    for (const late of backs.filter((back) => back.ms > BACK_GOAL_MS))
      problems.push(`${late.name}: back after ${seconds(late.ms)}`);
    problems.push(...loud(traders, failure));
    failure.mend?.();
    for (const member of cluster.members) member.start();
    await cluster.whole();
    const wholeMs = performance.now() - failure.since;
    const restarted = await installation.settle();
    figures = { failure: name, backs, restarted: restarted.length, laterMs: laterPause(parts, failure.since + ms) };
    const primary = await cluster.primary();
    say(
      `round ${round}: ${name}, ${failure.name}; back after ${seconds(ms)}, all members after ${seconds(wholeMs)}; ${primary.name} is the primary` +
        (restarted.length === 0 ? '' : `; started again: ${restarted.join(', ')}`),
    );
  } finally {
    isStopping = true;
    await trading;
  }
  problems.push(
    ...(await check(traders, installation.place, programs.verify, installation.shards)),
    ...(await checkMoney([...money, ...depositors], installation.place)),
    ...(await installation.problems()),
  );
  return { figures, problems };
}

/** The longest pause of orders and quotes after they were back, while members and processes return. */
function laterPause(parts: readonly ServicePart[], back: number): number {
  const now = performance.now();
  return Math.max(
    ...parts
      .filter(({ kind }) => kind !== 'deposits and withdrawals')
      .map(({ worked }) => longestPause(worked(back), back, now)),
  );
}

/** Commands that were acknowledged although there was no standby. */
function loud(clients: readonly TortureClient[], { silence }: Failure): string[] {
  if (silence === undefined) return [];
  const [from, to] = silence;
  return clients
    .flatMap(({ commands }) => since(commands, from))
    .filter(({ doneAt = 0, refusal }) => doneAt > from && doneAt < to && refusal === undefined)
    .map(({ key }) => `${key} was acknowledged without a standby`);
}
