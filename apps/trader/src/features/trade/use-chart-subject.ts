import { readBars } from '@fairlot/client';
import type { ListedInstrument } from '@fairlot/client';
import { PERIOD_MS } from '@fairlot/domain';
import type { ChartPeriod, Instrument } from '@fairlot/domain';
import { useMemo, useState } from 'react';
import { atPrice, toBar } from '../../chart/bar.ts';
import type { Bar } from '../../chart/bar.ts';
import type { BarFeed, ChartSubject } from '../../chart/chart-port.ts';
import { api, bars, quotes } from '../../shared/services/services.ts';

const PAGE = 1000;

type Charted = Pick<Instrument, 'id' | 'code' | 'pricePrecision'> & Pick<ListedInstrument, 'markup'>;

/**
 * The chart's subject: recorded bars from the server and the forming bar from the socket. `hasTrades`: some of the bars
 * were not built from quotes.
 */
export function useChartSubject(
  instrument: Charted | undefined,
  period: ChartPeriod,
): { readonly subject: ChartSubject | undefined; readonly hasTrades: boolean } {
  const { id, code, pricePrecision } = instrument ?? {};
  // Bars are the market's; prices with a markup are not on them.
  const atQuotes = instrument?.markup === undefined;
  const [marked, setMarked] = useState<string>();
  const key = `${code} ${period}`;
  const subject = useMemo(() => {
    if (id === undefined || code === undefined || pricePrecision === undefined) return undefined;
    return { key, period, pricePrecision, feed: barFeed({ id, code, period, atQuotes }, () => setMarked(key)) };
  }, [id, code, pricePrecision, period, atQuotes, key]);
  return { subject, hasTrades: marked === key };
}

/**
 * `atQuotes`: the forming bar ends at the price that the page shows. `onTrades` is called for a page with bars that were
 * not built from quotes.
 */
function barFeed(
  of: { readonly id: number; readonly code: string; readonly period: ChartPeriod; readonly atQuotes: boolean },
  onTrades: () => void,
): BarFeed {
  const page = async (limit: number, before?: number): Promise<ReturnType<typeof toBar>[]> => {
    const { id: instrument, period } = of;
    const asked = { instrument, period, limit, ...(before === undefined ? {} : { before }) };
    const read = await readBars(api, asked, { quiet: true });
    if (read.some(({ basis }) => basis !== undefined)) onTrades();
    return read.map(toBar);
  };
  return {
    latest: (count = PAGE) => page(count),
    before: (time) => page(PAGE, time),
    follow(listener) {
      const forming = bars.forming(of.code);
      const quote = quotes.quote(of.id);
      // Kept after a lost connection: the last quote of it may be shown after the last bar.
      let seen: Bar | undefined;
      const report = (): void => {
        const now = forming.getSnapshot();
        const bar = now?.current === true ? now.bars[of.period] : undefined;
        if (bar !== undefined) seen = toBar(bar);
        const last = of.atQuotes ? quote.getSnapshot() : undefined;
        if (seen === undefined) return;
        listener(
          last === undefined ? seen : atPrice(seen, { time: last.time, price: Number(last.bid) }, PERIOD_MS[of.period]),
        );
      };
      const stops = [forming.subscribe(report), ...(of.atQuotes ? [quote.subscribe(report)] : [])];
      report();
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
