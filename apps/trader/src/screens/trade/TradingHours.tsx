import { readTradingHours } from '@fairlot/client';
import type { TradingHours as Hours } from '@fairlot/client';
import { MINUTE_MS } from '@fairlot/domain';
import { Button, Skeleton } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText, useTimes } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';
import { hoursByDay, isAlwaysOpen } from './hours.ts';
import { Fact, FactGroup } from './TermFacts.tsx';

/** The next change of the session, and the open times of the next seven days in the device's time zone. */
export function TradingHours({ instrument }: { readonly instrument: number }): ReactNode {
  const t = useText();
  const query = useQuery({
    queryKey: ['trading-hours', instrument],
    queryFn: ({ signal }) => readTradingHours(api, instrument, { quiet: true, signal }),
    staleTime: MINUTE_MS,
  });
  return (
    <FactGroup title={t('trade.info.hours')} note={t('trade.info.hoursNote')}>
      {query.data !== undefined ? (
        <Week hours={query.data} />
      ) : query.isError ? (
        <div role="alert" className="flex flex-wrap items-center gap-2 py-1 text-14">
          <span className="flex-1">{t('trade.info.hoursFailed')}</span>
          <Button kind="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : (
        <Skeleton shape="my-1 h-56 w-full" />
      )}
    </FactGroup>
  );
}

function Week({ hours }: { readonly hours: Hours }): ReactNode {
  const t = useText();
  const times = useTimes();
  if (isAlwaysOpen(hours)) return <p className="py-1 text-14 font-medium">{t('trade.info.always')}</p>;
  const [next] = hours.spans;
  return (
    <>
      {next === undefined ? null : (
        <Fact name={t(next.from === hours.from ? 'trade.info.closes' : 'trade.info.opens')}>
          <bdi className="tabular-nums">{times.weekday(next.from === hours.from ? next.to : next.from)}</bdi>
        </Fact>
      )}
      {hoursByDay(hours).map(({ start, open }) => (
        <Fact key={start} name={times.dayOfWeek(new Date(start).getDay())}>
          {open.length === 0 ? (
            <span className="font-normal text-quiet">{t('trade.info.closedDay')}</span>
          ) : (
            open.map(({ from, to }) => (
              <span key={from} className="figure block">
                {times.minute(from)} – {times.minute(to)}
              </span>
            ))
          )}
        </Fact>
      ))}
    </>
  );
}
