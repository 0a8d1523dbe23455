import { formatCount } from '@fairlot/client';
import type { Period } from '@fairlot/domain';
import { cx } from '@fairlot/ui';
import { Suspense, lazy, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { MarketStrip } from '../../app/MarketStrip.tsx';
import { OpenIntents } from '../../ordering/OpenIntents.tsx';
import { useDeskCommand } from '../../shared/desk-command.ts';
import type { Instrument } from '../../shared/market.ts';
import { readStored, writeStored } from '../../shared/persisted.ts';
import { useIsSignedIn } from '../../shared/session.ts';
import { useShort } from '../../shared/use-short.ts';
import { useWide } from '../../shared/use-wide.ts';
import { ChartTools } from './chart/ChartTools.tsx';
import { MoveQuestion } from './chart/MoveQuestion.tsx';
import { FIRST_PERIOD, isPeriod } from './chart/period.ts';
import { PeriodBar } from './chart/PeriodBar.tsx';
import { TradeChart } from './chart/TradeChart.tsx';
import { useChartLook } from './chart/use-chart-look.ts';
import { useDrawings } from './chart/use-drawings.ts';
import { useFullScreen } from './chart/use-full-screen.ts';
import { useTradeLines } from './chart/use-trade-lines.ts';
import { DayFigures } from './header/DayFigures.tsx';
import { InstrumentHeader, OPENS_PICKER } from './header/InstrumentHeader.tsx';
import { DonePopup } from './ticket/DonePopup.tsx';
import { TicketForm } from './ticket/TicketForm.tsx';
import { TicketPanel } from './ticket/TicketPanel.tsx';
import { useTicket } from './ticket/use-ticket.ts';

const DeskOrders = lazy(async () => ({ default: (await import('./panel/DeskOrders.tsx')).DeskOrders }));

/** Over the whole page, clear of notches and of the phone's own bars. */
const FULL = 'fixed inset-0 z-30 bg-surface safe-top safe-bottom safe-sides';
const PERIOD_KEY = 'fairlot.period';

export interface TradeDeskProps {
  readonly instrument: Instrument;
  /** Asks for another instrument; `byKeys`: whoever asks has the hands on the keyboard. */
  readonly onPick: (byKeys: boolean) => void;
}

/**
 * Header, chart and ticket of one instrument: stacked on a phone, chart and ticket side by side where there is room or
 * little height. The chart keeps a height that shows something; where that is more than there is, the part above the
 * ticket scrolls. Filling the screen, all of it lies over the page.
 */
export function TradeDesk({ instrument, onPick }: TradeDeskProps): ReactNode {
  const wide = useWide();
  const short = useShort();
  const beside = wide || short;
  const layer = useRef<HTMLDivElement>(null);
  const fullScreen = useFullScreen(layer);
  const [writing, setWriting] = useState(false);
  const [period, setPeriod] = usePeriod();
  const [look, setLook] = useChartLook();
  const board = useDrawings(instrument.Id);
  const ticket = useTicket(instrument);
  const done = ticket.state?.phase === 'done' ? ticket.state.order : undefined;
  const trade = useTradeLines(ticket, (wide || writing) && done === undefined);
  const { quote } = ticket.market;
  const form = useRef<HTMLElement>(null);
  const signedIn = useIsSignedIn();
  useDeskCommand((command) => {
    if (command.do === 'pick') {
      // Where the focus returns to from the picker.
      document.querySelector<HTMLElement>(`[${OPENS_PICKER}]`)?.focus();
      onPick(true);
    } else if (command.do === 'period') setPeriod(command.period);
    else if (command.do === 'fullScreen') (fullScreen.on ? fullScreen.leave : fullScreen.enter)();
    else {
      ticket.setSide(command.side);
      setWriting(true);
      form.current?.querySelector<HTMLElement>(`[data-side=${command.side}]`)?.focus();
    }
  });
  const finish = (): void => {
    ticket.putAside();
    setWriting(false);
  };
  return (
    <div ref={layer} className={cx('flex min-h-0 flex-1', beside ? 'flex-row' : 'flex-col', fullScreen.on && FULL)}>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain">
          {fullScreen.on ? (
            <>
              <MarketStrip />
              <OpenIntents />
            </>
          ) : (
            <InstrumentHeader instrument={instrument} quote={quote} onPick={onPick} />
          )}
          {fullScreen.on || short || (writing && !wide) ? null : <DayFigures quote={quote} volume={formatCount} />}
          <PeriodBar
            value={period}
            onChange={setPeriod}
            code={fullScreen.on ? instrument.ShowCode : undefined}
            tools={
              <ChartTools
                look={look}
                onLook={setLook}
                board={board}
                code={instrument.ShowCode}
                fullScreen={fullScreen}
              />
            }
          />
          <div className={cx('flex-1', writing && !beside ? 'min-h-32' : 'min-h-50')}>
            <TradeChart
              instrument={instrument}
              period={period}
              look={look}
              lines={trade.lines}
              onLine={trade.onLine}
              board={board}
            />
          </div>
        </div>
        {wide && signedIn && !fullScreen.on ? (
          <Suspense>
            <DeskOrders />
          </Suspense>
        ) : null}
      </div>
      {wide ? (
        <aside ref={form} className="flex w-70 shrink-0 flex-col border-s border-line pt-3 xl:w-80 min-[90rem]:w-88">
          <TicketForm ticket={ticket} />
        </aside>
      ) : (
        <TicketPanel ticket={ticket} open={writing} beside={short} onOpen={setWriting} />
      )}
      <DonePopup order={done} onClose={finish} />
      <MoveQuestion trade={trade} market={ticket.market} />
    </div>
  );
}

/** The chart's period, kept on this device. */
function usePeriod(): readonly [Period, (period: Period) => void] {
  const [period, setPeriod] = useState<Period>(() => {
    const stored = readStored(PERIOD_KEY);
    return isPeriod(stored) ? stored : FIRST_PERIOD;
  });
  return [
    period,
    (next) => {
      setPeriod(next);
      writeStored(PERIOD_KEY, next);
    },
  ];
}
