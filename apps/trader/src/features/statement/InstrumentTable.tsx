import { formatCount, formatLotsText } from '@fairlot/client';
import type { ReactNode } from 'react';
import { usePercent, useText } from '../../shared/language/language.ts';
import { Amount, sumOf } from './Amount.tsx';
import { instrumentCosts } from './figures.ts';
import type { Statement } from '@fairlot/client';

/**
 * In narrow windows each row is a block of labelled lines. The limit is wider than that of `crowded`, because long
 * column titles and four figures need the room.
 */
const LINES = 'max-[22.5rem]:block max-[22.5rem]:*:block';
const CELL = 'py-2 ps-1 text-end max-[22.5rem]:p-0 max-[22.5rem]:last:pb-2';

type Costs = ReturnType<typeof instrumentCosts>;

/** The result of each instrument. Without a filter the last row is the change of the balance. */
export function InstrumentTable({
  statement,
  whole,
}: {
  readonly statement: Statement;
  readonly whole: boolean;
}): ReactNode {
  const t = useText();
  const { instruments, unassigned, movements } = statement;
  const costs = instrumentCosts(instruments, t);
  const total = whole ? movements.total : sumOf(...instruments.map(({ net }) => net));
  return (
    <table className="w-full text-14 max-[22.5rem]:block">
      <Head costs={costs} />
      <tbody className="max-[22.5rem]:block">
        {instruments.map((each) => (
          <InstrumentRow key={each.instrument.id} row={each} costs={costs} />
        ))}
      </tbody>
      <tfoot className="max-[22.5rem]:block">
        {whole && /[1-9]/.test(unassigned) ? <Sum name={t('statement.unassigned')} value={unassigned} /> : null}
        <Sum name={t('statement.total')} value={total} strong />
      </tfoot>
    </table>
  );
}

function Head({ costs }: { readonly costs: Costs }): ReactNode {
  const t = useText();
  return (
    <thead className="align-bottom text-12 text-quiet max-[22.5rem]:hidden">
      <tr>
        <th scope="col" className="py-1 text-start font-normal">
          <span className="block">
            {t('statement.stat.trades')} · {t('statement.stat.lots')}
          </span>
          <span className="block">{t('statement.stat.winRate')}</span>
        </th>
        <th scope="col" className="py-1 ps-1 text-end font-normal">
          <span className="block">{t('statement.stat.grossProfit')}</span>
          <span className="block">{t('statement.stat.grossLoss')}</span>
        </th>
        <th scope="col" className="py-1 ps-1 text-end font-normal">
          {costs.map(({ key, name }) => (
            <span key={key} className="block">
              {name}
            </span>
          ))}
        </th>
        <th scope="col" className="py-1 ps-1 text-end font-normal">
          {t('statement.stat.net')}
        </th>
      </tr>
    </thead>
  );
}

function InstrumentRow({
  row,
  costs,
}: {
  readonly row: Statement['instruments'][number];
  readonly costs: Costs;
}): ReactNode {
  const t = useText();
  const { percent } = usePercent();
  return (
    <tr className={`border-t border-line align-top ${LINES}`}>
      <th scope="row" className="py-2 text-start font-normal max-[22.5rem]:pb-0">
        <bdi className="font-medium">{row.instrument.showCode}</bdi>
        <span className="block text-12 text-quiet">
          <span className="figure">
            {formatCount(row.trades)} · {formatLotsText(row.lots)}
          </span>
        </span>
        <span className="block text-12 text-quiet">
          <span className="figure">{percent(row.winRate)}</span>
        </span>
      </th>
      <td className={CELL}>
        <Named name={t('statement.stat.grossProfit')}>
          <Amount value={row.grossProfit} result />
        </Named>
        <Named name={t('statement.stat.grossLoss')}>
          <Amount value={row.grossLoss} result />
        </Named>
      </td>
      <td className={`${CELL} text-quiet`}>
        {costs.map(({ key, name }) => (
          <Named key={key} name={name}>
            <Amount value={row[key]} />
          </Named>
        ))}
      </td>
      <td className={`${CELL} font-semibold`}>
        <Named name={t('statement.stat.net')}>
          <Amount value={row.net} result />
        </Named>
      </td>
    </tr>
  );
}

function Sum({
  name,
  value,
  strong = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly strong?: boolean;
}): ReactNode {
  return (
    <tr className="border-t border-line max-[22.5rem]:flex max-[22.5rem]:flex-wrap max-[22.5rem]:justify-between max-[22.5rem]:gap-x-3">
      <th scope="row" colSpan={3} className={`py-2 text-start ${strong ? 'font-semibold' : 'font-normal'}`}>
        {name}
      </th>
      <td className={`ms-auto py-2 ps-1 text-end ${strong ? 'font-semibold' : ''}`}>
        <Amount value={value} signed />
      </td>
    </tr>
  );
}

/** A figure, labelled where the table has no header row. */
function Named({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <span className="block max-[22.5rem]:flex max-[22.5rem]:flex-wrap max-[22.5rem]:justify-between max-[22.5rem]:gap-x-3">
      <span className="hidden font-normal text-quiet max-[22.5rem]:inline">{name}</span>
      <span className="ms-auto">{children}</span>
    </span>
  );
}
