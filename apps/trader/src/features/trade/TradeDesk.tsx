import { formatCount } from '@fairlot/client';
import type { Period } from '@fairlot/domain';
import { cx } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Instrument } from '../../shared/market.ts';
import { readStored, writeStored } from '../../shared/persisted.ts';
import { useWide } from '../../shared/use-wide.ts';
import { FIRST_PERIOD, isPeriod } from './chart/period.ts';
import { PeriodBar } from './chart/PeriodBar.tsx';
import { TradeChart } from './chart/TradeChart.tsx';
import { useTradeLines } from './chart/use-trade-lines.ts';
import { DayFigures } from './header/DayFigures.tsx';
import { InstrumentHeader } from './header/InstrumentHeader.tsx';
import { DonePopup } from './ticket/DonePopup.tsx';
import { TicketForm } from './ticket/TicketForm.tsx';
import { TicketPanel } from './ticket/TicketPanel.tsx';
import { useTicket } from './ticket/use-ticket.ts';

const PERIOD_KEY = 'fairlot.period';

export interface TradeDeskProps {
  readonly instrument: Instrument;
  readonly onPick: () => void;
}

/** Header, chart and ticket of one instrument: stacked on a phone, chart and ticket side by side where there is room. */
export function TradeDesk({ instrument, onPick }: TradeDeskProps): ReactNode {
  const wide = useWide();
  const [writing, setWriting] = useState(false);
  const [period, setPeriod] = usePeriod();
  const ticket = useTicket(instrument);
  const done = ticket.state?.phase === 'done' ? ticket.state.order : undefined;
  const lines = useTradeLines(ticket, (wide || writing) && done === undefined);
  const { quote } = ticket.market;
  const finish = (): void => {
    ticket.putAside();
    setWriting(false);
  };
  return (
    <div className={cx('flex min-h-0 flex-1', wide ? 'flex-row' : 'flex-col')}>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <InstrumentHeader instrument={instrument} quote={quote} onPick={onPick} />
        {writing && !wide ? null : <DayFigures quote={quote} volume={formatCount} />}
        <PeriodBar value={period} onChange={setPeriod} />
        <div className="min-h-0 flex-1"><TradeChart instrument={instrument} period={period} lines={lines} /></div>
      </div>
      {wide
        ? <aside className="flex w-88 shrink-0 flex-col border-s border-line pt-3"><TicketForm ticket={ticket} /></aside>
        : <TicketPanel ticket={ticket} open={writing} onOpen={setWriting} />}
      <DonePopup order={done} onClose={finish} />
    </div>
  );
}

/** The chart's period, kept on this device. */
function usePeriod(): readonly [Period, (period: Period) => void] {
  const [period, setPeriod] = useState<Period>(() => {
    const stored = readStored(PERIOD_KEY);
    return isPeriod(stored) ? stored : FIRST_PERIOD;
  });
  return [period, (next) => {
    setPeriod(next);
    writeStored(PERIOD_KEY, next);
  }];
}
