import { formatCount } from '@fairlot/client';
import type { TradeFigures, TradeStatistics } from '@fairlot/client';
import { isolateWords } from '@fairlot/i18n';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Amount } from '../../features/statement/Amount.tsx';
import { CARD } from '../../features/statement/Summary.tsx';
import { usePercent, useText, useTimes } from '../../shared/language/language.ts';
import { useTradeNotesText } from '../../shared/language/trade-notes-text.ts';
import { Figure } from '../../shared/layout/figures.tsx';
import { FiguresTable } from './FiguresTable.tsx';

/** The figures of all trades, then those by tag, instrument, hour and weekday. */
export function Statistics({ statistics }: { readonly statistics: TradeStatistics }): ReactNode {
  const t = useText();
  const words = useTradeNotesText();
  const times = useTimes();
  const { total, tags, instruments, hours, weekdays } = statistics;
  return (
    <div className="grid min-w-0 gap-4 lg:grid-cols-2 lg:items-start">
      <div className="flex min-w-0 flex-col gap-4">
        <Total figures={total} />
        <FiguresTable
          title={words('tradeNotes.byTag')}
          note={words('tradeNotes.severalTags')}
          rows={tags.map(({ tag, ...figures }) => ({
            key: tag ?? '',
            name: tag === null ? words('tradeNotes.untagged') : <TagLink tag={tag} />,
            figures,
          }))}
        />
        <FiguresTable
          title={t('statement.byInstrument')}
          rows={instruments.map(({ instrument, ...figures }) => ({
            key: instrument.id,
            name: <bdi>{instrument.showCode}</bdi>,
            figures,
          }))}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <FiguresTable
          title={words('tradeNotes.byWeekday')}
          rows={weekdays.map(({ weekday, ...figures }) => ({
            key: weekday,
            name: times.dayOfWeek(weekday % 7),
            figures,
          }))}
        />
        <FiguresTable
          title={words('tradeNotes.byHour')}
          rows={hours.map(({ hour, ...figures }) => ({
            key: hour,
            name: <span className="figure">{`${twoDigits(hour)}:00–${twoDigits(hour)}:59`}</span>,
            figures,
          }))}
        />
      </div>
    </div>
  );
}

function Total({ figures }: { readonly figures: TradeFigures }): ReactNode {
  const t = useText();
  const words = useTradeNotesText();
  const { percent } = usePercent();
  return (
    <section aria-label={t('statement.results')} className={CARD}>
      <h2 className="text-16 font-semibold">{t('statement.results')}</h2>
      <dl className="mt-3 grid grid-cols-2 gap-3">
        <Figure name={t('statement.stat.trades')}>{formatCount(figures.trades)}</Figure>
        <Figure name={t('statement.stat.winRate')}>{percent(figures.winRate)}</Figure>
        <Figure name={words('tradeNotes.averageWin')}>
          <Amount value={figures.averageWin} result />
        </Figure>
        <Figure name={words('tradeNotes.averageLoss')}>
          <Amount value={figures.averageLoss} result />
        </Figure>
        <Figure name={words('tradeNotes.best')}>
          <Amount value={figures.best} result />
        </Figure>
        <Figure name={words('tradeNotes.worst')}>
          <Amount value={figures.worst} result />
        </Figure>
        <Figure name={t('statement.stat.net')}>
          <span data-testid="net">
            <Amount value={figures.net} result />
          </span>
        </Figure>
      </dl>
    </section>
  );
}

/** Leads to the orders with the tag. */
function TagLink({ tag }: { readonly tag: string }): ReactNode {
  const words = useTradeNotesText();
  return (
    <Link
      to={`/order?${new URLSearchParams({ type: '3', tag }).toString()}`}
      aria-label={words('tradeNotes.showTrades', { tag: isolateWords(tag) })}
      className="-my-3 inline-flex min-h-11 items-center text-brand underline"
    >
      <bdi>{tag}</bdi>
    </Link>
  );
}

function twoDigits(hour: number): string {
  return String(hour).padStart(2, '0');
}
