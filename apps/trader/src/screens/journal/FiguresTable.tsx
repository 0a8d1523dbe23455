import { formatCount } from '@fairlot/client';
import type { TradeFigures } from '@fairlot/client';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Amount } from '../../features/statement/Amount.tsx';
import { CARD } from '../../features/statement/Summary.tsx';
import { usePercent, useText } from '../../shared/language/language.ts';
import { useTradeNotesText } from '../../shared/language/trade-notes-text.ts';

/** A row of results: the trades with the same tag, hour, weekday or instrument. */
interface FiguresRow {
  readonly key: string | number;
  readonly name: ReactNode;
  readonly figures: TradeFigures;
}

interface FiguresTableProps {
  readonly title: string;
  readonly note?: string;
  readonly rows: readonly FiguresRow[];
}

/** In narrow windows each row is a block of labelled lines: five figures have no room next to each other. */
const LINES = 'max-[30rem]:block max-[30rem]:*:block';
const CELL = 'py-2 ps-3 text-end max-[30rem]:p-0 max-[30rem]:last:pb-2';

/** The results of trades by one of their properties. */
export function FiguresTable({ title, note, rows }: FiguresTableProps): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className={CARD}>
      <h2 id={id} className="text-16 font-semibold">
        {title}
      </h2>
      {note === undefined ? null : <p className="mb-2 text-12 text-quiet">{note}</p>}
      <table aria-labelledby={id} className="w-full text-14 max-[30rem]:block">
        <Head />
        <tbody className="max-[30rem]:block">
          {rows.map(({ key, name, figures }) => (
            <Row key={key} name={name} figures={figures} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head(): ReactNode {
  const t = useText();
  const words = useTradeNotesText();
  const pairs = [
    [words('tradeNotes.averageWin'), words('tradeNotes.averageLoss')],
    [words('tradeNotes.best'), words('tradeNotes.worst')],
    [t('statement.stat.net')],
  ];
  return (
    <thead className="align-bottom text-12 text-quiet max-[30rem]:hidden">
      <tr>
        <th scope="col" className="py-1 text-start font-normal">
          <span className="block">{t('statement.stat.trades')}</span>
          <span className="block">{t('statement.stat.winRate')}</span>
        </th>
        {pairs.map((names) => (
          <th key={names[0]} scope="col" className="py-1 ps-3 text-end font-normal">
            {names.map((name) => (
              <span key={name} className="block">
                {name}
              </span>
            ))}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Row({ name, figures }: Omit<FiguresRow, 'key'>): ReactNode {
  const t = useText();
  const words = useTradeNotesText();
  const { percent } = usePercent();
  return (
    <tr className={`border-t border-line align-top ${LINES}`}>
      <th scope="row" className="py-2 text-start font-normal max-[30rem]:pb-0">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="block text-12 text-quiet max-[30rem]:flex max-[30rem]:flex-wrap max-[30rem]:gap-x-3">
          <span className="block">
            <span className="hidden max-[30rem]:inline">{t('statement.stat.trades')} </span>
            <span className="figure">{formatCount(figures.trades)}</span>
          </span>
          <span className="block">
            <span className="hidden max-[30rem]:inline">{t('statement.stat.winRate')} </span>
            <span className="figure">{percent(figures.winRate)}</span>
          </span>
        </span>
      </th>
      <td className={CELL}>
        <Named name={words('tradeNotes.averageWin')}>
          <Amount value={figures.averageWin} result />
        </Named>
        <Named name={words('tradeNotes.averageLoss')}>
          <Amount value={figures.averageLoss} result />
        </Named>
      </td>
      <td className={CELL}>
        <Named name={words('tradeNotes.best')}>
          <Amount value={figures.best} result />
        </Named>
        <Named name={words('tradeNotes.worst')}>
          <Amount value={figures.worst} result />
        </Named>
      </td>
      <td className={`${CELL} font-semibold`}>
        <Named name={t('statement.stat.net')}>
          <Amount value={figures.net} result />
        </Named>
      </td>
    </tr>
  );
}

/** A figure, labelled where the table has no header row. */
function Named({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <span className="block max-[30rem]:flex max-[30rem]:flex-wrap max-[30rem]:justify-between max-[30rem]:gap-x-3">
      <span className="hidden font-normal text-quiet max-[30rem]:inline">{name}</span>
      <span className="ms-auto">{children}</span>
    </span>
  );
}
