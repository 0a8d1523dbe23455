import { siteCalls } from '@fairlot/contract';
import type { FeeMode } from '@fairlot/domain';
import type { MarketData } from '../../market/port.ts';
import { done, refuse } from '../../platform/answer.ts';
import type { Calls } from '../../platform/calls.ts';

/** What the operator decided and every page needs to know. */
export interface SiteSettings {
  readonly title: string;
  readonly feeMode: FeeMode;
  readonly warningRatio: number;
  readonly stopOutRatio: number;
}

/** Site information and single public settings. */
export function registerSettings(calls: Calls, settings: SiteSettings, market: MarketData): void {
  const base = {
    service_link: '',
    service_link_type: 0,
    verify_reg_type: 0,
    trade_fee_type: settings.feeMode === 'perLot' ? 1 : 2,
  };
  const single: ReadonlyMap<string, string> = new Map([
    // Signing in by mobile phone is not offered yet.
    ['is_show_mobile', '0'],
    ...Object.entries(base).map(([key, value]): [string, string] => [key, String(value)]),
  ]);

  calls.forVisitor(siteCalls.basicInfo, () => done({
    title: settings.title,
    market: market.source,
    ...base,
    warning_ratio: settings.warningRatio,
    stop_out_ratio: settings.stopOutRatio,
    server_time: market.now(),
  }));

  calls.forVisitor(siteCalls.setting, (input) => {
    const value = single.get(input.key);
    return value === undefined ? refuse('bad_request', { field: 'key' }) : done({ key: input.key, value });
  });
}
