import type { SentCommand } from '../client.ts';

/** The value below which this share of the values lies; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * The commands of one client without an outcome at a moment, in order. A client sends one after the other, so they are its
 * last ones; to look at all commands of a long drill again and again would slow down the clients that it measures.
 */
export function since(commands: readonly SentCommand[], moment: number): readonly SentCommand[] {
  const last = commands.findLastIndex(({ doneAt }) => doneAt !== undefined && doneAt < moment);
  return commands.slice(last + 1);
}

/** Milliseconds of the commands that got their outcome within a time. */
export function waits(commands: readonly SentCommand[], from: number, to: number): number[] {
  return commands.flatMap(({ sentAt, doneAt }) =>
    doneAt !== undefined && doneAt >= from && doneAt < to ? [doneAt - sentAt] : [],
  );
}

/**
 * The moment of the first outcome that was decided after a failure. An answer that was under way at that moment may come
 * later, so a command of before counts only if it was sent again.
 */
export function firstAfter(commands: readonly SentCommand[], failure: number): number | undefined {
  const moments = commands.flatMap(({ sentAt, doneAt, attempts, refusal }) =>
    doneAt !== undefined && doneAt > failure && refusal === undefined && (sentAt >= failure || attempts > 1)
      ? [doneAt]
      : [],
  );
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** The longest time between two outcomes of a time. */
export function longestGap(commands: readonly SentCommand[], from: number, to: number): number {
  const moments = commands.flatMap(({ doneAt }) =>
    doneAt !== undefined && doneAt > from && doneAt < to ? [doneAt] : [],
  );
  return longestPause(moments.toSorted(ascending), from, to);
}

/** The longest time without any of some moments, which are in order and within a time. */
export function longestPause(moments: readonly number[], from: number, to: number): number {
  return Math.max(...[...moments, to].map((moment, index) => moment - (moments[index - 1] ?? from)));
}

/** Moments of acknowledgements after a moment, in order. */
export function acknowledged(commands: readonly SentCommand[], moment: number): readonly number[] {
  return commands
    .flatMap(({ doneAt, refusal }) =>
      doneAt !== undefined && doneAt > moment && refusal === undefined ? [doneAt] : [],
    )
    .toSorted(ascending);
}

/**
 * The moment at which the longest pause after a failure ended; `moments`, in order after the failure, are those at which
 * the service was seen to work. A session that outlives the failure for a moment may still acknowledge, so the first moment
 * does not tell when a service is back.
 */
export function backAfter(moments: readonly number[], failure: number): number | undefined {
  const gaps = moments.map((moment, index) => ({ moment, gap: moment - (moments[index - 1] ?? failure) }));
  return gaps.toSorted((left, right) => right.gap - left.gap)[0]?.moment;
}

function ascending(left: number, right: number): number {
  return left - right;
}
