import { formatMoneyText } from '@fairlot/client';
import type { StaffInput } from '@fairlot/client';
import type { ReactNode } from 'react';
import { useRead } from '../../lists/list-calls.ts';
import { FigureList } from '../../shared/cells/FigureList.tsx';
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
      <FigureList
        figures={FIGURES.map((name) => ({
          label: t(`field.${name}`),
          value: <Change before={before[MODEL[name]]} after={after[MODEL[name]]} />,
        }))}
      />
    </section>
  );
}

/** An amount, with the former one in front of it when it differs. */
function Change({ before, after }: { readonly before: string; readonly after: string }): ReactNode {
  if (before === after) return <span className="figure">{formatMoneyText(after)}</span>;
  return (
    <>
      <del className="figure text-quiet decoration-1">{formatMoneyText(before)}</del>{' '}
      <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
        →
      </span>{' '}
      <ins className="figure no-underline">{formatMoneyText(after)}</ins>
    </>
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
