import { RANKING_SORTS } from '@fairlot/contract';
import type { RankingSort } from '@fairlot/contract';
import { formatCount, formatLeverage, formatResult } from '@fairlot/client';
import { Button, Change, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { usePercent, useText } from '../../shared/language/language.ts';
import type { RankingEntry } from '@fairlot/client';

export interface RankingRowProps {
  readonly entry: RankingEntry;
  /** The figure that the list is sorted by; shown prominently. */
  readonly sort: RankingSort;
  readonly following: boolean;
  readonly own: boolean;
}

/**
 * One trader: place, name, kind of account, the sorted figure and the other figures. A sample strategy's name says that
 * it is one.
 */
export function RankingRow({ entry, sort, following, own }: RankingRowProps): ReactNode {
  const t = useText();
  const figures = useFigures(entry);
  const navigate = useNavigate();
  const { trader } = entry;
  return (
    <li className={cx('border-b border-line px-4 py-3 last:border-b-0', own && 'bg-brand-soft')}>
      <div className="flex items-start gap-x-3 crowded:flex-wrap">
        <span
          aria-label={t('rank.rank', { rank: entry.rank })}
          className={cx(
            'figure grid size-8 shrink-0 place-items-center rounded-full text-14 font-semibold text-quiet',
            own ? 'bg-surface' : 'bg-sunken',
          )}
        >
          {entry.rank}
        </span>
        <div className="min-w-0 flex-1 crowded:min-w-3/5">
          <Link
            to={`/trader?id=${String(trader.id)}`}
            className="block min-h-6 rounded-control text-16 font-semibold underline-offset-4 wrap-anywhere hover:underline"
          >
            <bdi>{trader.name}</bdi>
          </Link>
          <p className="mt-0.5 flex flex-wrap gap-1.5">
            <Label look={own ? 'bg-surface text-quiet' : 'bg-sunken text-quiet'}>
              {t(trader.isDemo ? 'rank.demoAccount' : 'rank.realAccount')}
            </Label>
            {own ? <Label look="bg-brand-fill text-on-fill">{t('rank.you')}</Label> : null}
          </p>
        </div>
        <div className="ms-auto shrink-0 text-end">
          <p className="text-20">{figures[sort]}</p>
          <p className="text-12 text-quiet">{t(`rank.sort.${sort}`)}</p>
        </div>
      </div>
      <dl className="mt-2 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.25fr)] gap-x-3 crowded:grid-cols-2 min-[48rem]:grid-cols-[repeat(5,minmax(0,1fr))_minmax(0,1.7fr)] min-[48rem]:ps-11">
        {RANKING_SORTS.filter((each) => each !== sort).map((each) => (
          <Figure key={each} name={t(`rank.sort.${each}`)}>
            {figures[each]}
          </Figure>
        ))}
        <Figure name={t('rank.figure.varieties')}>
          {entry.instruments === '' ? '–' : entry.instruments.replaceAll(',', ', ')}
        </Figure>
      </dl>
      {following && !own ? (
        <div className="mt-3 min-[48rem]:ps-11">
          <Button kind="secondary" onClick={() => void navigate(`/trader?id=${String(trader.id)}`)}>
            {t('rank.follow')}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

/** The formatted figures of an entry. */
function useFigures(entry: RankingEntry): Readonly<Record<RankingSort, ReactNode>> {
  const { percent, change } = usePercent();
  return {
    three_week_rate: <Change value={change(entry.threeWeekGrowth)} />,
    three_week_win: <Plain text={percent(entry.threeWeekWinRate)} />,
    three_week_profit: <Change value={formatResult(entry.threeWeekProfit)} />,
    total_rate: <Change value={change(entry.totalGrowth)} />,
    total_trade_num: <Plain text={formatCount(entry.trades)} />,
    multiple: <Plain text={entry.leverage === null ? '–' : formatLeverage(entry.leverage)} />,
  };
}

function Plain({ text }: { readonly text: string }): ReactNode {
  return <span className="figure font-medium">{text}</span>;
}

function Label({ look, children }: { readonly look: string; readonly children: ReactNode }): ReactNode {
  return <span className={cx('rounded-inner px-2 py-0.5 text-12 font-medium', look)}>{children}</span>;
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    // Aligned at the first line if a name or figure wraps.
    <div className="row-span-2 grid min-w-0 grid-rows-subgrid pt-1">
      <dt className="self-end text-12 leading-4 text-quiet wrap-anywhere">{name}</dt>
      <dd className="text-14 font-medium wrap-anywhere">
        <span className="figure">{children}</span>
      </dd>
    </div>
  );
}
