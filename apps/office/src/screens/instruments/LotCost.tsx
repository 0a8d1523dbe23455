import { formatMoneyText } from '@fairlot/client';
import type { StaffInput } from '@fairlot/client';
import type { ReactNode } from 'react';
import { useRead } from '../../lists/list-calls.ts';
import { useText } from '../../shared/language/language.ts';

type CostInput = StaffInput<'officeTermsCost'>;

const FIGURES = ['fee', 'margin', 'swap_long', 'swap_short'] as const;
const MODEL = { fee: 'fee', margin: 'margin', swap_long: 'swapLong', swap_short: 'swapShort' } as const;
/** The terms that decide the cost of a lot. */
const PRICED = ['fee_mode', 'fee_rate', 'swap_mode', 'swap_long', 'swap_short'] as const;

/** Fee, margin and swap of one lot at the present price, before and after a change of terms. */
export function LotCost({
  id,
  terms,
}: {
  readonly id: number;
  readonly terms: Readonly<Record<string, unknown>>;
}): ReactNode {
  const t = useText();
  const { data } = useRead('officeTermsCost', costInput(id, terms));
  if (data === undefined) return null;
  const { before, after } = data;
  if (before === null || after === null) return null;
  return (
    <section>
      <h3 className="mb-1 text-12 text-quiet">{t('instruments.oneLot', { price: after.price })}</h3>
      <dl className="divide-y divide-line rounded-control border border-line text-14">
        {FIGURES.map((name) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 px-3 py-2">
            <dt className="text-quiet">{t(`field.${name}`)}</dt>
            <dd className="figure ms-auto font-medium">
              {before[MODEL[name]] === after[MODEL[name]] ? null : (
                <del className="text-quiet decoration-1">{formatMoneyText(before[MODEL[name]])}</del>
              )}{' '}
              <ins className="no-underline">{formatMoneyText(after[MODEL[name]])}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function costInput(id: number, terms: Readonly<Record<string, unknown>>): CostInput {
  const { leverages } = terms;
  const leverage: unknown = Array.isArray(leverages) ? leverages[0] : undefined;
  return {
    id,
    ...Object.fromEntries(PRICED.filter((name) => terms[name] !== undefined).map((name) => [name, terms[name]])),
    ...(typeof leverage === 'number' && { leverage }),
  };
}
