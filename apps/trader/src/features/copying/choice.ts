import { readFigure } from '@fairlot/client';
import type { CopyChoice, CopyTerms } from '@fairlot/client';
import { MONEY_SCALE, RATE_SCALE, formatDecimal, formatLots, parseDecimal } from '@fairlot/domain';

/** The fields of the form, as typed. */
export interface CopyDraft {
  readonly allocation: string;
  readonly multiple: string;
  readonly stopLoss: string;
  readonly maxLeverage: string;
  readonly maxSlippage: string;
  readonly limits: readonly { readonly instrument: number; readonly maxLots: string }[];
}

/** Fields of the form that hold a number. */
export type CopyField = Exclude<keyof CopyDraft, 'limits'>;

export const FIRST_DRAFT: CopyDraft = {
  allocation: '',
  multiple: '1',
  stopLoss: '',
  maxLeverage: '',
  maxSlippage: '0.5',
  limits: [],
};

/** Fields that may stay empty. */
const OPTIONAL: ReadonlySet<CopyField> = new Set(['stopLoss', 'maxLeverage']);
const FIELDS: readonly CopyField[] = ['allocation', 'multiple', 'stopLoss', 'maxLeverage', 'maxSlippage'];

/** The draft that shows a copy's terms. */
export function draftOf(terms: CopyTerms): CopyDraft {
  return {
    allocation: trimmed(formatDecimal(terms.allocation, MONEY_SCALE, 6)),
    multiple: trimmed(formatDecimal(terms.multiple, RATE_SCALE, 6)),
    stopLoss: terms.stopLoss === null ? '' : trimmed(formatDecimal(terms.stopLoss, MONEY_SCALE, 6)),
    maxLeverage: terms.maxLeverage === null ? '' : String(terms.maxLeverage),
    maxSlippage: trimmed(formatDecimal(terms.maxSlippage, RATE_SCALE, 6)),
    limits: terms.instruments.map(({ instrument, maxLots }) => ({ instrument, maxLots: formatLots(maxLots) })),
  };
}

/** The fields whose text is not a number above zero; the server judges the rest. */
export function invalidFields(draft: CopyDraft): ReadonlySet<CopyField> {
  return new Set(
    FIELDS.filter((field) => {
      if (OPTIONAL.has(field) && draft[field].trim() === '') return false;
      return !isAbove(draft[field]) || (field === 'maxLeverage' && readFigure(draft[field])?.includes('.') === true);
    }),
  );
}

/** The choice of a valid draft; undefined while a field is invalid. */
export function choiceOf(draft: CopyDraft): CopyChoice | undefined {
  if (invalidFields(draft).size > 0) return undefined;
  const limits = draft.limits.map(({ instrument, maxLots }) => ({ instrument, maxLots: readFigure(maxLots) }));
  if (limits.some(({ maxLots }) => maxLots === undefined || maxLots.startsWith('-'))) return undefined;
  const figure = (field: CopyField): string | undefined =>
    draft[field].trim() === '' ? undefined : readFigure(draft[field]);
  const leverage = figure('maxLeverage');
  return {
    allocation: figure('allocation') ?? '',
    multiple: figure('multiple') ?? '',
    stopLoss: figure('stopLoss'),
    maxLeverage: leverage === undefined ? undefined : Number(leverage),
    maxSlippage: figure('maxSlippage') ?? '',
    instruments: limits.map(({ instrument, maxLots }) => ({ instrument, maxLots: maxLots ?? '' })),
  };
}

function isAbove(typed: string): boolean {
  const read = readFigure(typed);
  const value = read === undefined ? undefined : parseDecimal(read, MONEY_SCALE);
  return value !== undefined && value > 0n;
}

/** Removes the zeros behind a decimal's last digit. */
function trimmed(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}
