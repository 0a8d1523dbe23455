import { quantile } from '../drills/figures.ts';
import type { FailureName } from './failures.ts';
import type { ServicePart } from './installation.ts';

/** A service that is back later fails the drill. */
export const BACK_GOAL_MS = 45_000;

/** A part of the service, and the milliseconds from a failure to the end of its longest pause. */
export interface Back {
  readonly kind: ServicePart['kind'];
  readonly name: string;
  readonly ms: number;
}

export interface RoundFigures {
  readonly failure: FailureName;
  readonly backs: readonly Back[];
  /** How many times a process had to be started again. */
  readonly restarted: number;
  /** Longest pause of orders and quotes after they were back. */
  readonly laterMs: number;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Lines with the times after which the service was back: of each failure all together, and each kind of part. */
export function summaryOf(rounds: readonly RoundFigures[]): string[] {
  const failures = [...new Set(rounds.map(({ failure }) => failure))];
  return failures.map((failure) => {
    const own = rounds.filter((round) => round.failure === failure);
    const worstOfRounds = own.map(({ backs }) => Math.max(...backs.map(({ ms }) => ms)));
    const backs = own.flatMap((round) => round.backs);
    const kinds = [...new Set(backs.map(({ kind }) => kind))];
    const parts = kinds.map(
      (kind) => `${kind} ${spread(backs.filter((back) => back.kind === kind).map(({ ms }) => ms))}`,
    );
    const restarted = own.reduce((sum, round) => sum + round.restarted, 0);
    return (
      `${own.length} × ${failure}: back after ${spread(worstOfRounds)}` +
      (kinds.length > 1 ? `; ${parts.join('; ')}` : '') +
      `; paused again for at most ${seconds(Math.max(...own.map(({ laterMs }) => laterMs)))}` +
      (restarted > 0 ? `; processes started again: ${restarted}` : '')
    );
  });
}

function spread(times: readonly number[]): string {
  return `p50 ${seconds(quantile(times, 0.5))}, p99 ${seconds(quantile(times, 0.99))}, worst ${seconds(Math.max(...times))}`;
}
