import {
  type Group,
  type GroupTerms,
  type HedgedMargin,
  type InstrumentId,
  formatMoney,
  isSameSwap,
  shortRate,
  writeFigure,
} from '@fairlot/domain';
import { type LanguageCode, type Params, translate } from '@fairlot/i18n';
import type { ListedInstrument } from '../../market/port.ts';
import type { ProposalRow } from '../../staff/proposals/proposal-store.ts';
import type { ClientGroups } from './groups.ts';
import { proposedBy } from './proposed.ts';
import { resolveGroup } from './resolve.ts';

type LineName =
  'stop_out' | `hedged_${HedgedMargin}` | 'swap_points' | 'swap_percent' | 'tiers' | 'no_tiers' | 'new_orders';

/** A change of terms that waits for its date, and whom it concerns. */
export interface AnnouncedChange {
  readonly proposal: Pick<ProposalRow, 'id' | 'effective_at'>;
  /** The accounts of a group, or one account. */
  readonly of: { readonly group: number } | { readonly account: number };
  /** Instruments whose open positions it concerns; undefined: all. */
  readonly instruments: readonly InstrumentId[] | undefined;
  readonly before: Group | undefined;
  readonly after: Group | undefined;
}

/** The decided changes of groups and moves that wait for their date. Those that no open position has to know are left out. */
export function announcedChanges(
  scheduled: readonly ProposalRow[],
  groups: Pick<ClientGroups, 'of'>,
  listed: readonly ListedInstrument[],
): readonly AnnouncedChange[] {
  const resolved = (id: number): Group | undefined => {
    const record = groups.of(id);
    return record === undefined ? undefined : resolveGroup(record, listed);
  };
  return scheduled.flatMap((proposal): AnnouncedChange[] => {
    const { kind, subject_id: subject, base_version: version, after } = proposal;
    if (subject === null) return [];
    if (kind === 'group_move') {
      const { group_id: to } = JSON.parse(after) as { readonly group_id: number };
      const of = { account: Number(subject) };
      return [{ proposal, of, instruments: undefined, before: resolved(version), after: resolved(to) }];
    }
    const record = kind === 'group' ? groups.of(Number(subject)) : undefined;
    if (record === undefined) return [];
    const [now, next] = [resolveGroup(record, listed), resolveGroup({ ...record, ...proposedBy(proposal) }, listed)];
    const isLevel = now?.stopOutPercent !== next?.stopOutPercent || hedgedIn(now) !== hedgedIn(next);
    const changed = listed.filter((each) => linesOfInstrument(each, now, next, 'en').length > 0).map(({ id }) => id);
    if (!isLevel && changed.length === 0) return [];
    const of = { group: record.id };
    return [{ proposal, of, instruments: isLevel ? undefined : changed, before: now, after: next }];
  });
}

/** The changes for a client with positions in instruments, one line each. `stopOut`: the site's level in per cent. */
export function linesOf(
  { before, after }: Pick<AnnouncedChange, 'before' | 'after'>,
  held: readonly ListedInstrument[],
  language: LanguageCode,
  stopOut: number,
): string {
  const [level, next] = [before?.stopOutPercent ?? stopOut, after?.stopOutPercent ?? stopOut];
  const lines = [
    ...(level === next ? [] : [line(language, 'stop_out', { percent: String(next) })]),
    ...(hedgedIn(before) === hedgedIn(after) ? [] : [line(language, `hedged_${hedgedIn(after)}`, {})]),
    ...held.flatMap((each) => linesOfInstrument(each, before, after, language)),
  ];
  return (lines.length === 0 ? [line(language, 'new_orders', {})] : lines).join('\n');
}

function hedgedIn(group: Group | undefined): HedgedMargin {
  return group?.hedgedMargin ?? 'both';
}

function linesOfInstrument(
  instrument: ListedInstrument,
  before: Group | undefined,
  after: Group | undefined,
  language: LanguageCode,
): readonly string[] {
  const of = (group: Group | undefined): Partial<GroupTerms> =>
    group?.terms.find((each) => each.instrument === instrument.id) ?? {};
  const [now, next] = [of(before), of(after)];
  const code = instrument.displayCode;
  const lines: string[] = [];
  const swap = next.swap ?? instrument.swap;
  if (!isSameSwap(now.swap ?? instrument.swap, swap))
    lines.push(
      line(language, swap.mode === 'points' ? 'swap_points' : 'swap_percent', {
        code,
        long: shortRate(swap.long),
        short: shortRate(swap.short),
      }),
    );
  const tiers = textOf(next);
  if (textOf(now) !== tiers) lines.push(line(language, tiers === '' ? 'no_tiers' : 'tiers', { code, tiers }));
  return lines;
}

/** Tiers as figures, such as "0 USD 1:100, 50,000 USD 1:50". */
function textOf({ tiers = [] }: Partial<GroupTerms>): string {
  return tiers.map(({ from, leverage }) => `${writeFigure(formatMoney(from, 0))} USD 1:${leverage}`).join(', ');
}

function line(language: LanguageCode, name: LineName, values: Params): string {
  return translate(language, `group_change.${name}`, values);
}
