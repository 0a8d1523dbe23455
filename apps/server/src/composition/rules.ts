import type { SiteSettingValues } from '@fairlot/contract';
import { money } from '@fairlot/domain';
import type { TradingRules } from '@fairlot/engine';
import type { Config } from '../config.ts';
import { SETTING_DEFAULTS } from '../platform/site-settings.ts';

const DEMO_FUNDS = money('100000');
const MAX_ORDERS_PER_ACCOUNT = 200;

/** Defaults of the settings, from the environment. The office can override them. */
export function settingDefaults({ siteTitle, warningRatio, stopOutRatio, strategies }: Config): SiteSettingValues {
  return {
    ...SETTING_DEFAULTS,
    site_title: siteTitle,
    warning_ratio: warningRatio,
    stop_out_ratio: stopOutRatio,
    sample_strategies: strategies,
  };
}

/** The engine's rules from the settings. */
export function rulesOf({ stop_out_ratio: stopOutPercent }: SiteSettingValues): TradingRules {
  return {
    // The common mode of the engine applies to no listed instrument: each has its own.
    feeMode: 'perLot',
    stopOutPercent,
    demoFunds: DEMO_FUNDS,
    maxOrdersPerAccount: MAX_ORDERS_PER_ACCOUNT,
  };
}
