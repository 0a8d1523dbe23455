import { type InputOf, MAX_COPY_MULTIPLE, type copyingCalls } from '@fairlot/contract';
import type { CopyTerms, InstrumentLimit } from '@fairlot/copying';
import { type InstrumentId, type Rate, asRate, parseLots, parseMoney, parseRate, rate } from '@fairlot/domain';
import { type Answer, done, refuse } from '../../http/answer.ts';
import type { MarketData } from '../../market/port.ts';

type Chosen = Omit<InputOf<typeof copyingCalls.copyAmend>, 'id'>;

/** Highest slippage that a copier may allow, in per cent. */
const MOST_SLIPPAGE = rate('10');
const MOST_LEVERAGE = 10_000;
const PERCENT = 100n;
const MOST_MULTIPLE = rate(String(MAX_COPY_MULTIPLE));

/** Reads the terms that a copier chose. A refusal names the field. */
export function readTerms(input: Chosen, market: Pick<MarketData, 'instrument'>): Answer<CopyTerms> {
  const allocation = parseMoney(input.allocation);
  if (allocation === undefined || allocation <= 0n) return invalid('allocation');
  const multiple = parseRate(input.multiple);
  if (multiple === undefined || multiple <= 0n || multiple > MOST_MULTIPLE) return invalid('multiple');
  const stopLoss = input.stop_loss === undefined ? undefined : parseMoney(input.stop_loss);
  if (input.stop_loss !== undefined && (stopLoss === undefined || stopLoss <= 0n || stopLoss > allocation))
    return invalid('stop_loss');
  if (input.max_leverage !== undefined && input.max_leverage > MOST_LEVERAGE) return invalid('max_leverage');
  const slippage = parseRate(input.max_slippage);
  if (slippage === undefined || slippage < 0n || slippage > MOST_SLIPPAGE) return invalid('max_slippage');
  const instruments = new Map<InstrumentId, InstrumentLimit>();
  for (const { forex_id: id, max_lots: text } of input.instruments) {
    const maxLots = parseLots(text);
    if (maxLots === undefined || maxLots < 0n || instruments.has(id) || market.instrument(id) === undefined)
      return invalid('instruments');
    instruments.set(id, { maxLots });
  }
  return done({
    allocation,
    multiple,
    stopLoss,
    maxLeverage: input.max_leverage,
    maxSlippage: shareOf(slippage),
    instruments,
  });
}

/** Per cent as a share. */
function shareOf(percent: Rate): Rate {
  return asRate(percent / PERCENT);
}

function invalid(field: string): Answer<never> {
  return refuse('copy_terms_invalid', { field });
}
