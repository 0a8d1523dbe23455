import {
  type InputOfStaff,
  type SWAP_TERMS,
  isPlausibleFee,
  isPlausibleSwap,
  type officeInstrumentCalls,
} from '@fairlot/contract';
import { type Lots, type SwapTerms, formatLots, parseLots, parseRate, shortRate } from '@fairlot/domain';
import type { ListedInstrument, MarketAdmin } from '../../../market/port.ts';

/** The terms that a request changes. */
export type GivenTerms = InputOfStaff<typeof officeInstrumentCalls.officeChangeInstrument>['terms'];
/** The terms that staff may change, in their wire format. */
export type OfficeTerms = { [Key in keyof Required<GivenTerms>]-?: Exclude<GivenTerms[Key], undefined> };

type SwapName = (typeof SWAP_TERMS)[number];

/** The valid categories and calendars. */
export interface Choices {
  readonly categories: readonly number[];
  readonly calendars: readonly string[];
}

/** The categories and calendars of a market, with calendars that are to be added. */
export function choicesOf(market: MarketAdmin, newCalendars: readonly string[] = []): Choices {
  return {
    categories: market.categories().map(({ id }) => id),
    calendars: [...market.calendars.all().map(({ calendar }) => calendar.name), ...newCalendars],
  };
}

/** Converts an instrument's terms to their wire format. */
export function officeTerms(instrument: ListedInstrument): OfficeTerms {
  const { swap } = instrument;
  return {
    display_code: instrument.displayCode,
    names: sortedNames(instrument.names ?? {}),
    category_id: instrument.categoryId,
    logo: instrument.logo,
    calendar: instrument.calendar,
    min_lots: formatLots(instrument.minLots),
    max_lots: formatLots(instrument.maxLots),
    lot_step: formatLots(instrument.lotStep),
    leverages: [...instrument.leverages],
    fee_mode: instrument.feeMode,
    fee_rate: shortRate(instrument.feeRate),
    ...officeSwap(swap),
    stale_after_ms: instrument.staleAfterMs,
    jump_per_mille: instrument.spike.jumpPerMille,
    hold_ms: instrument.spike.holdMs,
  };
}

/** Names by the code of the language in alphabetical order, so that equal names are equal texts. */
function sortedNames(names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Converts a swap to the wire format. */
export function officeSwap({ mode, long, short, tripleWeekday }: SwapTerms): Pick<OfficeTerms, SwapName> {
  return {
    swap_mode: mode,
    swap_long: shortRate(long),
    swap_short: shortRate(short),
    swap_triple_weekday: tripleWeekday,
  };
}

/** Returns the instrument with changed terms, or the name of the first invalid field. */
export function withTerms(
  instrument: ListedInstrument,
  given: GivenTerms,
  choices: Choices,
): ListedInstrument | { readonly field: keyof OfficeTerms } {
  const terms: OfficeTerms = { ...officeTerms(instrument), ...defined(given) };
  const [minLots, maxLots, lotStep] = [parseLots(terms.min_lots), parseLots(terms.max_lots), parseLots(terms.lot_step)];
  const [feeRate, long, short] = [parseRate(terms.fee_rate), parseRate(terms.swap_long), parseRate(terms.swap_short)];
  if (lotStep === undefined || lotStep <= 0n) return { field: 'lot_step' };
  if (!isStep(minLots, lotStep)) return { field: 'min_lots' };
  if (!isStep(maxLots, lotStep) || maxLots < minLots) return { field: 'max_lots' };
  const implausible = implausibleRate(given, terms);
  if (implausible !== undefined) return { field: implausible };
  if (feeRate === undefined || feeRate < 0n) return { field: 'fee_rate' };
  if (long === undefined) return { field: 'swap_long' };
  if (short === undefined) return { field: 'swap_short' };
  if (!choices.categories.includes(terms.category_id)) return { field: 'category_id' };
  if (!choices.calendars.includes(terms.calendar)) return { field: 'calendar' };
  return {
    ...instrument,
    displayCode: terms.display_code,
    names: sortedNames(terms.names),
    categoryId: terms.category_id,
    logo: terms.logo,
    calendar: terms.calendar,
    minLots,
    maxLots,
    lotStep,
    leverages: [...terms.leverages],
    feeMode: terms.fee_mode,
    feeRate,
    swap: { mode: terms.swap_mode, long, short, tripleWeekday: terms.swap_triple_weekday },
    staleAfterMs: terms.stale_after_ms,
    spike: { jumpPerMille: terms.jump_per_mille, holdMs: terms.hold_ms },
  };
}

/** Bounds only the given rates, so that other terms of an instrument with an older rate can be changed. */
function implausibleRate(given: GivenTerms, terms: OfficeTerms): keyof OfficeTerms | undefined {
  if (given.fee_rate !== undefined && !isPlausibleFee(terms.fee_mode, terms.fee_rate)) return 'fee_rate';
  return (['swap_long', 'swap_short'] as const).find(
    (name) => given[name] !== undefined && !isPlausibleSwap(terms.swap_mode, terms[name]),
  );
}

function isStep(value: Lots | undefined, step: Lots): value is Lots {
  return value !== undefined && value > 0n && value % step === 0n;
}

function defined(given: GivenTerms): Partial<OfficeTerms> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
