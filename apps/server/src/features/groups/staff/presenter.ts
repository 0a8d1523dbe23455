import type { GroupRule, OutputOfStaff, groupCalls } from '@fairlot/contract';
import { DOLLAR, type Markup, asPrice, conversionFrom, formatMoney, lots, pricePoint, profit } from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import type { ListedInstrument, MarketData } from '../../../market/port.ts';
import type { ProposalRow } from '../../../staff/proposals/proposal-store.ts';
import { categoryName } from '../../../market/category-name.ts';
import { instrumentsOf } from '../definition-problem.ts';
import type { GroupAccounts } from '../queries.ts';
import { type GroupRecord, type Spreads, defaultKindOf } from '../record.ts';
import { markupOf } from '../resolve.ts';
import type { UsualSpreads } from '../usual-spreads.ts';

type Detail = OutputOfStaff<typeof groupCalls.officeGroup>;
type Row = Omit<Detail, 'rules' | 'waiting'> & { readonly rules: number };
type Resolved = Detail['rules'][number]['resolved'][number];

export interface GroupPresenterDeps {
  readonly market: MarketData;
  readonly spreads: Pick<UsualSpreads, 'of'>;
}

const ONE_LOT = lots('1');

/** A group in the office's list. */
export function presentGroup(
  { id, version, definition }: GroupRecord,
  { real, demo }: GroupAccounts = { real: 0, demo: 0 },
  waiting: ProposalRow | undefined,
): Row {
  return {
    id,
    name: definition.name,
    note: definition.note,
    default_of: defaultKindOf(id) ?? null,
    stop_out_percent: definition.stop_out_percent,
    margin_call_percent: definition.margin_call_percent,
    hedged_margin: definition.hedged_margin ?? 'both',
    version,
    real_accounts: real,
    demo_accounts: demo,
    rules: definition.rules.length,
    waiting_proposal: waiting === undefined ? null : Number(waiting.id),
    waiting_until: waiting?.effective_at?.toISOString() ?? null,
  };
}

/** A waiting change in the wire's words. */
export function presentWaiting(row: ProposalRow): NonNullable<Detail['waiting']> {
  return {
    proposal: Number(row.id),
    state: row.state === 'approved' ? 'approved' : 'waiting',
    author: row.author,
    effective_at: row.effective_at?.toISOString() ?? null,
  };
}

/** A group with its rules and the markups that they give. */
export function presentDetail(
  record: GroupRecord,
  accounts: GroupAccounts | undefined,
  waiting: ProposalRow | undefined,
  deps: GroupPresenterDeps,
  language: LanguageCode,
): Detail {
  return {
    ...presentGroup(record, accounts, waiting),
    rules: record.definition.rules.map((rule) => ({
      ...rule,
      name: nameOf(rule, deps.market, language),
      resolved: rule.markup === null ? [] : resolvedMarkups(rule, record.spreads, deps),
    })),
    waiting: waiting === undefined ? null : presentWaiting(waiting),
  };
}

/** The markups that a rule gives, by instrument. `known`: the spreads it was resolved with; absent: those of now. */
export function resolvedMarkups(
  rule: Pick<GroupRule, 'scope' | 'id' | 'markup'>,
  known: Spreads | undefined,
  { market, spreads }: GroupPresenterDeps,
): Resolved[] {
  return instrumentsOf(rule, market.instruments()).map((instrument) => {
    const usual = spreads.of(instrument.id);
    const markup = markupOf(instrument, rule.markup, known === undefined ? usual : known[instrument.id]);
    const steps = (price: bigint) => Number(price / pricePoint(instrument));
    return {
      instrument_id: instrument.id,
      code: instrument.code,
      bid_points: markup === undefined ? null : steps(markup.bid),
      ask_points: markup === undefined ? null : steps(markup.ask),
      spread_points: usual ?? null,
      lot_cost: markup === undefined ? null : lotCost(instrument, markup, market),
    };
  });
}

function nameOf({ scope, id }: GroupRule, market: MarketData, language: LanguageCode): string {
  if (scope === 'instrument') return market.instrument(id)?.code ?? '';
  const slug = market.categories().find((each) => each.id === id)?.slug;
  return slug === undefined ? '' : categoryName(slug, language);
}

/** Dollars of both sides of the markup for one lot; null without the price that converts them. */
function lotCost(instrument: ListedInstrument, markup: Markup, market: MarketData): string | null {
  const leg = instrument.conversion;
  const quote = leg === null ? undefined : market.quote(leg.instrument);
  if (leg !== null && quote === undefined) return null;
  const conversion = leg === null || quote === undefined ? DOLLAR : conversionFrom(leg, quote);
  const distance = asPrice(markup.bid + markup.ask);
  return formatMoney(profit(instrument, 'buy', ONE_LOT, asPrice(0n), distance, conversion));
}
