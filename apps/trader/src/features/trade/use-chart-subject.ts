import { readBars } from '@fairlot/client';
import type { Instrument, Period } from '@fairlot/domain';
import { useMemo, useState } from 'react';
import { toBar } from '../../chart/bar.ts';
import type { BarFeed, ChartSubject } from '../../chart/chart-port.ts';
import { bars, api } from '../../shared/services/services.ts';

const PAGE = 1000;

type Charted = Pick<Instrument, 'id' | 'code' | 'pricePrecision'>;

/**
 * The chart's subject: recorded bars from the server and the forming bar from the socket. `hasTrades`: some of the bars
 * were not built from quotes.
 */
export function useChartSubject(
  instrument: Charted | undefined,
  period: Period,
): { readonly subject: ChartSubject | undefined; readonly hasTrades: boolean } {
  const { id, code, pricePrecision } = instrument ?? {};
  const [marked, setMarked] = useState<string>();
  const key = `${code} ${period}`;
  const subject = useMemo(() => {
    if (id === undefined || code === undefined || pricePrecision === undefined) return undefined;
    return { key, period, pricePrecision, feed: barFeed({ id, code, period }, () => setMarked(key)) };
  }, [id, code, pricePrecision, period, key]);
  return { subject, hasTrades: marked === key };
}

/** `onTrades` is called for a page with bars that were not built from quotes. */
function barFeed(
  of: { readonly id: number; readonly code: string; readonly period: Period },
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
      const report = (): void => {
        const now = forming.getSnapshot();
        const bar = now?.current === true ? now.bars[of.period] : undefined;
        if (bar !== undefined) listener(toBar(bar));
      };
      const stop = forming.subscribe(report);
      report();
      return stop;
    },
  };
}
