import type { OutputOf, SiteSettingValues, siteCalls } from '@fairlot/contract';
import type { ProposalRow } from '../../staff/proposals/proposal-store.ts';

type AnnouncedTerm = OutputOf<typeof siteCalls.basicInfo>['announced_terms'][number];

/** A proposed change of settings. */
export interface SettingsProposal {
  readonly before: Partial<SiteSettingValues>;
  readonly after: Partial<SiteSettingValues>;
  readonly baseVersion: number;
}

/** The contract checked the values before they were stored. */
export function readSettingsProposal(row: ProposalRow): SettingsProposal {
  return {
    before: JSON.parse(row.before) as Partial<SiteSettingValues>,
    after: JSON.parse(row.after) as Partial<SiteSettingValues>,
    baseVersion: row.base_version,
  };
}

const ANNOUNCED = [
  ['stop_out', 'stop_out_ratio'],
  ['warning', 'warning_ratio'],
] as const;

/** The margin levels that scheduled proposals change, for clients. */
export function announcedLevels(scheduled: readonly ProposalRow[]): AnnouncedTerm[] {
  return scheduled.flatMap((row): AnnouncedTerm[] => {
    const { effective_at: effectiveAt } = row;
    if (row.kind !== 'settings' || effectiveAt === null) return [];
    const { before, after } = readSettingsProposal(row);
    return ANNOUNCED.flatMap(([kind, key]) =>
      before[key] === undefined || after[key] === undefined
        ? []
        : [{ kind, from: String(before[key]), to: String(after[key]), at: effectiveAt.getTime() }],
    );
  });
}
