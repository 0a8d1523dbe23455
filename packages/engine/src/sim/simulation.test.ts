import { describe, expect, it } from 'vitest';
import { type Report, runSimulation } from './index.ts';

const SEEDS = [12, 15, 16, 18, 21, 22];
const COMMANDS = 3000;

// A seed takes seconds, and minutes on a machine that does other work.
describe('the engine under a random workload', { timeout: 600_000 }, () => {
  const reports: Report[] = [];

  it.each(SEEDS)('agrees with the auditor on every step (seed %i)', (seed) => {
    reports.push(runSimulation({ seed, commands: COMMANDS }));
  });

  it('covers all refusals of journalled commands, all kinds of fill and all reasons to close or cancel', () => {
    expect(seen(reports, ({ refusals }) => refusals).sort()).toEqual([
      'account_exists',
      'expiry_passed',
      'expiry_too_far',
      'fill_price_stands',
      'fill_unknown',
      'group_in_use',
      'group_invalid',
      'guarantee_not_offered',
      'guarantee_pending',
      'guarantee_too_near',
      'guarantee_trailing',
      'guarantee_without_stop',
      'instrument_close_only',
      'instrument_converts',
      'instrument_halted',
      'instrument_has_orders',
      'instrument_in_group',
      'instrument_in_use',
      'instrument_not_offered',
      'instrument_not_restricted',
      'insufficient_balance',
      'insufficient_margin',
      'levels_above_position',
      'leverage_not_configured',
      'leverage_not_listed',
      'lots_above_position',
      'lots_below_minimum',
      'lots_off_step',
      'market_closed',
      'market_data_missing',
      'market_data_stale',
      'no_positions',
      'not_a_demo_account',
      'not_opposite',
      'oco_at_market',
      'order_expired',
      'order_not_open',
      'order_not_pending',
      'price_in_doubt',
      'price_off_grid',
      'price_out_of_range',
      'price_worse_than_accepted',
      'real_account_required',
      'remainder_below_minimum',
      'rollover_under_way',
      'stop_loss_wrong_side',
      'stop_passed',
      'take_profit_wrong_side',
      'terms_changed',
      'too_many_corrections',
      'too_many_orders',
      'trailing_too_wide',
      'unknown_account',
      'unknown_group',
      'unknown_instrument',
      'unknown_order',
      'withdrawal_exists',
      'withdrawal_not_held',
    ]);
    expect(seen(reports, ({ malformed }) => malformed).sort()).toEqual([
      'amount_not_positive',
      'guarantee_trailing',
      'guarantee_without_stop',
      'leverage_not_configured',
      'leverage_not_listed',
      'lots_above_maximum',
      'lots_below_minimum',
      'lots_off_step',
      'price_off_grid',
      'too_many_levels',
      'unknown_instrument',
    ]);
    expect(seen(reports, ({ events }) => events)).toEqual(
      expect.arrayContaining([
        'positionOpened:market',
        'positionOpened:limit',
        'positionOpened:stop',
        'positionClosed:client',
        'positionClosed:staff',
        'positionClosed:opposite',
        'positionSplit',
        'positionSplit:corrected',
        'closeAll:left',
        'positionClosed:stop_loss',
        'positionClosed:take_profit',
        'positionClosed:stop_out',
        'positionClosed:demo_reset',
        'orderCancelled:client',
        'orderCancelled:staff',
        'orderCancelled:stop_out',
        'orderCancelled:insufficient_margin',
        'orderCancelled:negative_balance',
        'orderCancelled:demo_reset',
        'orderCancelled:expired',
        'orderCancelled:oco',
        'stopReached',
        'accountRetired',
        'burstEnded',
        'fillCorrected:open',
        'fillCorrected:close',
        'fillCorrected:open, waived',
        'fillCorrected:close, waived',
        'transferred:fillCorrection',
        'dealingSet:halted',
        'dealingSet:closeOnly',
        'dealingSet:normal',
        'transferred:negativeBalanceCover',
        'transferred:reward',
        'transferred:copyFee',
        'transferred:withdrawal',
        'transferred:withdrawalFee',
        'swapCharged',
        'stopsChanged:trailing',
        'stopsChanged:guaranteed',
        'positionClosed:stop_loss, guaranteed, gap',
        'transferred:guaranteePremium',
        'partialLevelsChanged',
        'positionSplit:level',
        'orderAmended:limit',
        'orderAmended:stop',
        'positionOpened:amended',
      ]),
    );
    expect(total(reports, ({ crashes }) => crashes)).toBeGreaterThan(20);
    expect(total(reports, ({ repeated }) => repeated)).toBeGreaterThan(100);
    expect(total(reports, ({ archived }) => archived)).toBeGreaterThan(100);
  });

  it('is reproducible from its seed', () => {
    expect(runSimulation({ seed: 5, commands: 400 })).toEqual(runSimulation({ seed: 5, commands: 400 }));
  });
});

function seen(reports: readonly Report[], of: (report: Report) => Readonly<Record<string, number>>): string[] {
  return [...new Set(reports.flatMap((report) => Object.keys(of(report))))];
}

function total(reports: readonly Report[], of: (report: Report) => number): number {
  return reports.reduce((sum, report) => sum + of(report), 0);
}
