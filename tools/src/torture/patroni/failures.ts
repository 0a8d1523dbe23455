import { pause } from '../../../../apps/server/src/platform/pause.ts';
import type { PatroniCluster } from '../../patroni/patroni-cluster.ts';
import type { PatroniMember } from '../../patroni/member.ts';

/** The failures of a drill. */
export type FailureName = 'both' | 'postgres' | 'patroni' | 'frozen' | 'standbys';

/** The failures of the rounds, in turn. */
const SEQUENCE: readonly FailureName[] = [
  'both',
  'postgres',
  'patroni',
  'both',
  'postgres',
  'frozen',
  'both',
  'postgres',
  'standbys',
];

/** Seconds for which no standby is left. Longer than a client waits for an answer, shorter than it repeats a command. */
const ALONE_MS = 25_000;
/** Answers that were under way when the standbys were killed have arrived by then. */
const UNDER_WAY_MS = 500;

/** A failure that has been caused. */
export interface Failure {
  /** The member that failed. */
  readonly name: string;
  /** Steady time from which the service is waited for. */
  readonly since: number;
  /** Steady times between which nothing may be acknowledged. */
  readonly silence?: readonly [from: number, to: number];
  /** Ends the failure, apart from starting Patroni again. */
  readonly mend?: () => void;
}

export const FAILURES: Readonly<Record<FailureName, (cluster: PatroniCluster) => Promise<Failure>>> = {
  both: killBoth,
  postgres: killPostgres,
  patroni: killPatroni,
  frozen: freeze,
  standbys: killStandbys,
};

/**
 * The failure of a round, counted from 1. A Patroni that would lose what its next primary has acknowledged is not let wake
 * up, unless that is asked for.
 */
export function failureOf(round: number, drill: string | undefined, isSafe: boolean): FailureName {
  if (drill !== undefined) return drill as FailureName;
  const sequence = isSafe ? SEQUENCE : SEQUENCE.filter((name) => name !== 'frozen');
  return sequence[(round - 1) % sequence.length] ?? 'both';
}

/** A machine that is gone: a standby takes over once the primary's key has expired. */
async function killBoth(cluster: PatroniCluster): Promise<Failure> {
  const primary = await cluster.primary();
  const since = performance.now();
  await kill(primary);
  return { name: primary.name, since };
}

/** Patroni starts a PostgreSQL again that it finds dead. */
async function killPostgres(cluster: PatroniCluster): Promise<Failure> {
  const primary = await cluster.primary();
  const since = performance.now();
  primary.killPostgres();
  return { name: primary.name, since };
}

/** PostgreSQL goes on without its Patroni, as a second primary beside the next one. */
async function killPatroni(cluster: PatroniCluster): Promise<Failure> {
  const primary = await cluster.primary();
  const since = performance.now();
  await primary.killPatroni();
  return { name: primary.name, since };
}

/** A machine that stands still: its connections stay open and silent. It wakes up when another member is the primary. */
async function freeze(cluster: PatroniCluster): Promise<Failure> {
  const primary = await cluster.primary();
  const since = performance.now();
  primary.signal('SIGSTOP');
  return { name: primary.name, since, mend: () => primary.signal('SIGCONT') };
}

/** Without a standby nothing may be acknowledged, because a failover would lose it. */
async function killStandbys(cluster: PatroniCluster): Promise<Failure> {
  const primary = await cluster.primary();
  const standbys = cluster.members.filter((member) => member !== primary);
  await Promise.all(standbys.map(kill));
  const from = performance.now() + UNDER_WAY_MS;
  await pause(ALONE_MS);
  const since = performance.now();
  for (const standby of standbys) standby.start();
  return { name: standbys.map(({ name }) => name).join(' and '), since, silence: [from, since] };
}

async function kill(member: PatroniMember): Promise<void> {
  const patroni = member.killPatroni();
  member.killPostgres();
  await patroni;
}
