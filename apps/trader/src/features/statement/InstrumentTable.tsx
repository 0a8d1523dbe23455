import { formatLotsText } from '@fairlot/client';
import type { ReactNode } from 'react';
import { usePercent } from '../../shared/figures.ts';
import { useText } from '../../shared/text.ts';
import { Amount, sumOf } from './Amount.tsx';
import type { Statement } from './wish.ts';

/** What each instrument came to. Where nothing is filtered away, the last row is what the balance changed by. */
export function InstrumentTable({ statement, whole }: { readonly statement: Statement; readonly whole: boolean }): ReactNode {
  const text = useText();
  const { percent } = usePercent();
  const { instruments, unassigned, movements } = statement;
  const total = whole ? movements.total : sumOf(...instruments.map(({ net }) => net));
  return (
    <table className="w-full text-14">
      <thead className="align-bottom text-12 text-quiet">
        <tr>
          <th scope="col" className="py-1 text-start font-normal"><span className="block">{text('statement.stat.trades')} · {text('statement.stat.lots')}</span><span className="block">{text('statement.stat.winRate')}</span></th>
          <th scope="col" className="py-1 ps-2 text-end font-normal"><span className="block">{text('statement.stat.grossProfit')}</span><span className="block">{text('statement.stat.grossLoss')}</span></th>
          <th scope="col" className="py-1 ps-2 text-end font-normal"><span className="block">{text('statement.stat.fees')}</span><span className="block">{text('statement.stat.swaps')}</span></th>
          <th scope="col" className="py-1 ps-2 text-end font-normal">{text('statement.stat.net')}</th>
        </tr>
      </thead>
      <tbody>
        {instruments.map((each) => (
          <tr key={each.instrument.id} className="border-t border-line align-top">
            <th scope="row" className="py-2 text-start font-normal">
              <bdi className="font-medium">{each.instrument.show_code}</bdi>
              <span className="block text-12 text-quiet"><span className="figure">{each.trades} · {formatLotsText(each.lots)}</span></span>
              <span className="block text-12 text-quiet"><span className="figure">{percent(each.win_rate)}</span></span>
            </th>
            <td className="py-2 ps-2 text-end"><span className="block"><Amount value={each.gross_profit} result /></span><span className="block"><Amount value={each.gross_loss} result /></span></td>
            <td className="py-2 ps-2 text-end text-quiet"><span className="block"><Amount value={each.fees} /></span><span className="block"><Amount value={each.swaps} /></span></td>
            <td className="py-2 ps-2 text-end font-semibold"><Amount value={each.net} result /></td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {whole && /[1-9]/.test(unassigned) ? <Sum name={text('statement.unassigned')} value={unassigned} /> : null}
        <Sum name={text('statement.total')} value={total} strong />
      </tfoot>
    </table>
  );
}

function Sum({ name, value, strong = false }: { readonly name: string; readonly value: string; readonly strong?: boolean }): ReactNode {
  return (
    <tr className="border-t border-line">
      <th scope="row" colSpan={3} className={`py-2 text-start ${strong ? 'font-semibold' : 'font-normal'}`}>{name}</th>
      <td className={`py-2 ps-2 text-end ${strong ? 'font-semibold' : ''}`}><Amount value={value} signed /></td>
    </tr>
  );
}

