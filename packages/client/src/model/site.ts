import { registrationMode } from '@fairlot/contract';
import type { RegistrationMode, basicInfo } from '@fairlot/contract';
import type { z } from 'zod/mini';
import type { ReadOptions, Reader } from './read.ts';

/** A change of terms that takes effect later. */
export interface AnnouncedTerm {
  /** stop_out or warning: the margin levels of all accounts, in per cent; or a kind that this page does not know. */
  readonly kind: string;
  /** The instrument that the change concerns; undefined for terms of all accounts. */
  readonly instrument: number | undefined;
  readonly from: string;
  readonly to: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Settings of the site that every page uses. */
export interface SiteInfo {
  readonly title: string;
  /** The source of prices. */
  readonly market: 'simulated' | 'replay' | 'live';
  /** Address of an external customer service page; empty without one. */
  readonly serviceLink: string;
  readonly companyEmail: string;
  readonly complaintEmail: string;
  readonly registrationMode: RegistrationMode;
  /** Margin levels in per cent, at which a user is warned and at which positions are closed. */
  readonly warningLevel: number;
  readonly stopOutLevel: number;
  /** Soonest first. */
  readonly announced: readonly AnnouncedTerm[];
  /** Market time in epoch milliseconds. */
  readonly serverTime: number;
}

export function siteFrom(record: z.output<typeof basicInfo>): SiteInfo {
  return {
    title: record.title,
    market: record.market,
    serviceLink: record.service_link,
    companyEmail: record.company_email,
    complaintEmail: record.complaint_email,
    registrationMode: registrationMode(record.verify_reg_type),
    warningLevel: record.warning_ratio,
    stopOutLevel: record.stop_out_ratio,
    announced: record.announced_terms.map(({ kind, instrument, from, to, at }) => ({ kind, instrument, from, to, at })),
    serverTime: record.server_time,
  };
}

export async function readSite(api: Reader, options: ReadOptions): Promise<SiteInfo> {
  return siteFrom(await api.call('basicInfo', {}, options));
}
