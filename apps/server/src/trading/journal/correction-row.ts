import type { FillCorrected } from '@fairlot/engine';
import { encode } from './codec.ts';
import { textLiteral } from './sql-literals.ts';

/** The SQL that stores a corrected fill. */
export function correctionStatement(event: FillCorrected, time: number, shard: number): string {
  const { order, account, fill, number, from, price, difference, amount, waived, open, close, staff } = event;
  const conversion = event.conversionQuote === undefined ? 'null' : textLiteral(encode(event.conversionQuote));
  return `insert into fill_corrections (shard, order_id, number, time, account, fill, from_price, price, difference, amount, waived,
      open_price, close_price, conversion_quote, staff_id, reason)
    values (${shard}, ${order}, ${number}, ${time}, ${account}, ${textLiteral(fill)}, ${from}, ${price}, ${difference}, ${amount}, ${waived},
      ${open}, ${close ?? 'null'}, ${conversion}, ${staff}, ${textLiteral(event.memo)});`;
}
