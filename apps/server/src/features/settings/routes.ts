import { type OutputOf, siteCalls } from '@fairlot/contract';
import { done, refuse } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import type { MarketData } from '../../market/port.ts';
import type { SiteSettings } from '../../platform/site-settings.ts';

/** The specification reads this field without defining its values: customer service is always a frame. */
const SERVICE_LINK_TYPE = 0;

export interface SettingsDeps {
  readonly settings: SiteSettings;
  readonly market: MarketData;
  /** Changes of terms that take effect later, soonest first. */
  readonly announced: () => OutputOf<typeof siteCalls.basicInfo>['announced_terms'];
}

/** The specification's one fee type for the whole site: the type of most instruments. */
function commonFeeType(market: MarketData): number {
  const instruments = market.instruments();
  const perLot = instruments.filter(({ feeMode }) => feeMode === 'perLot').length;
  return perLot * 2 >= instruments.length ? 1 : 2;
}

/** Registers the calls for site information and single public settings, read from the current settings. */
export function registerSettings(calls: Calls, { settings, market, announced }: SettingsDeps): void {
  const base = () => {
    const { service_link, verify_reg_type } = settings.values();
    return {
      service_link,
      service_link_type: SERVICE_LINK_TYPE,
      verify_reg_type,
      trade_fee_type: commonFeeType(market),
    };
  };

  calls.forVisitor(siteCalls.basicInfo, () =>
    done({
      title: settings.get('site_title'),
      market: market.source,
      ...base(),
      company_email: settings.get('company_email'),
      complaint_email: settings.get('complaint_email'),
      warning_ratio: settings.get('warning_ratio'),
      stop_out_ratio: settings.get('stop_out_ratio'),
      announced_terms: announced(),
      server_time: market.now(),
    }),
  );

  calls.forVisitor(siteCalls.setting, ({ key }) => {
    const singles: Readonly<Record<string, string | number>> = {
      is_show_mobile: settings.get('is_show_mobile') ? 1 : 0,
      copying: settings.get('copying') ? 1 : 0,
      ...base(),
    };
    const value = Object.hasOwn(singles, key) ? singles[key] : undefined;
    return value === undefined ? refuse('bad_request', { field: 'key' }) : done({ key, value: String(value) });
  });
}
