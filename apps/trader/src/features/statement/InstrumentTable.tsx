import { formatCount, formatLotsText } from '@fairlot/client';
import type { ReactNode } from 'react';
import { usePercent } from '../../shared/figures.ts';
import { useText } from '../../shared/text.ts';
import { Amount, sumOf } from './Amount.tsx';
import type { Statement } from './wish.ts';

/** Where few words share a line, a row is a block of lines, each with its name. */
const LINES = 'crowded:block crowded:*:block';
const CELL = 'py-2 ps-2 text-end crowded:p-0 crowded:last:pb-2';

/** What each instrument came to. Where nothing is filtered away, the last row is what the balance changed by. */
export function InstrumentTable({
  statement,
  whole,
}: {
  readonly statement: Statement;
  readonly whole: boolean;
}): ReactNode {
  const text = useText();
  const { percent } = usePercent();
  const { instruments, unassigned, movements } = statement;
  const total = whole ? movements.total : sumOf(...instruments.map(({ net }) => net));
  return (
    <table className="w-full text-14 crowded:block">
      <thead className="align-bottom text-12 text-quiet crowded:hidden">
        <tr>
          <th scope="col" className="py-1 text-start font-normal">
            <span className="block">
              {text('statement.stat.trades')} · {text('statement.stat.lots')}
            </span>
            <span className="block">{text('statement.stat.winRate')}</span>
          </th>
          <th scope="col" className="py-1 ps-2 text-end font-normal">
            <span className="block">{text('statement.stat.grossProfit')}</span>
            <span className="block">{text('statement.stat.grossLoss')}</span>
          </th>
          <th scope="col" className="py-1 ps-2 text-end font-normal">
            <span className="block">{text('statement.stat.fees')}</span>
            <span className="block">{text('statement.stat.swaps')}</span>
          </th>
          <th scope="col" className="py-1 ps-2 text-end font-normal">
            {text('statement.stat.net')}
          </th>
        </tr>
      </thead>
      <tbody className="crowded:block">
        {instruments.map((each) => (
          <tr key={each.instrument.id} className={`border-t border-line align-top ${LINES}`}>
            <th scope="row" className="py-2 text-start font-normal crowded:pb-0">
              <bdi className="font-medium">{each.instrument.show_code}</bdi>
              <span className="block text-12 text-quiet">
                <span className="figure">
                  {formatCount(each.trades)} · {formatLotsText(each.lots)}
                </span>
              </span>
              <span className="block text-12 text-quiet">
                <span className="figure">{percent(each.win_rate)}</span>
              </span>
            </th>
            <td className={CELL}>
              <Named name={text('statement.stat.grossProfit')}>
                <Amount value={each.gross_profit} result />
              </Named>
              <Named name={text('statement.stat.grossLoss')}>
                <Amount value={each.gross_loss} result />
              </Named>
            </td>
            <td className={`${CELL} text-quiet`}>
              <Named name={text('statement.stat.fees')}>
                <Amount value={each.fees} />
              </Named>
              <Named name={text('statement.stat.swaps')}>
                <Amount value={each.swaps} />
              </Named>
            </td>
            <td className={`${CELL} font-semibold`}>
              <Named name={text('statement.stat.net')}>
                <Amount value={each.net} result />
              </Named>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot className="crowded:block">
        {whole && /[1-9]/.test(unassigned) ? <Sum name={text('statement.unassigned')} value={unassigned} /> : null}
        <Sum name={text('statement.total')} value={total} strong />
      </tfoot>
    </table>
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
    <tr className="border-t border-line crowded:flex crowded:flex-wrap crowded:justify-between crowded:gap-x-3">
      <th scope="row" colSpan={3} className={`py-2 text-start ${strong ? 'font-semibold' : 'font-normal'}`}>
        {name}
      </th>
      <td className={`ms-auto py-2 ps-2 text-end ${strong ? 'font-semibold' : ''}`}>
        <Amount value={value} signed />
      </td>
    </tr>
  );
}

/** A figure, and before it its name where no head stands above. */
function Named({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <span className="block crowded:flex crowded:flex-wrap crowded:justify-between crowded:gap-x-3">
      <span className="hidden font-normal text-quiet crowded:inline">{name}</span>
      <span className="ms-auto">{children}</span>
    </span>
  );
}
