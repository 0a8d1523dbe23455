import type { ListedInstrument } from '@fairlot/client';
import { formatCount } from '@fairlot/client';
import type { Period } from '@fairlot/domain';
import { cx } from '@fairlot/ui';
import { Suspense, lazy, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { MarketStrip } from '../../shared/market/MarketStrip.tsx';
import { OpenIntents } from '../../features/ordering/intents/OpenIntents.tsx';
import { useTradeCommand } from '../../features/trade/trade-command.ts';
import { readStored, writeStored, useWide } from '@fairlot/web';
import { useIsSignedIn } from '../../shared/session/session.ts';
import { useShort } from '../../shared/layout/use-short.ts';
import { ChartTools } from '../../features/trade/ChartTools.tsx';
import { MoveQuestion } from '../../features/ordering/on-chart/MoveQuestion.tsx';
import { FIRST_PERIOD, isPeriod } from '../../features/trade/period.ts';
import { PeriodBar } from '../../features/trade/PeriodBar.tsx';
import { TradeChart } from '../../features/trade/TradeChart.tsx';
import { useChartLook } from '../../features/trade/use-chart-look.ts';
import { useDrawings } from '../../features/trade/use-drawings.ts';
import { useFullScreen } from '../../features/trade/use-full-screen.ts';
import { useOrderLines } from '../../features/ordering/on-chart/use-order-lines.ts';
import { DayFigures } from '../../features/instruments/header/DayFigures.tsx';
import { InstrumentHeader, OPENS_PICKER } from '../../features/instruments/header/InstrumentHeader.tsx';
import { DonePopup } from '../../features/ordering/ticket/DonePopup.tsx';
import { TicketForm } from '../../features/ordering/ticket/TicketForm.tsx';
import { TicketPanel } from '../../features/ordering/ticket/TicketPanel.tsx';
import { useTicket } from '../../features/ordering/ticket/use-ticket.ts';

const WideOrders = lazy(async () => ({
  default: (await import('../../features/ordering/wide/WideOrders.tsx')).WideOrders,
}));

/** Covers the whole page, inside the safe areas of the screen. */
const FULL = 'fixed inset-0 z-30 bg-surface safe-top safe-bottom safe-sides';
const PERIOD_KEY = 'fairlot.period';

export interface TradeViewProps {
  readonly instrument: ListedInstrument;
  /** Opens the instrument picker; `byKeys` if the keyboard was used. */
  readonly onPick: (byKeys: boolean) => void;
}

/**
 * Header, chart and ticket of one instrument: stacked on phones, chart and ticket side by side on wide or low windows.
 * The chart has a minimum height; if space is short, the part above the ticket scrolls. In full screen all of it covers
 * the page.
 */
export function TradeView({ instrument, onPick }: TradeViewProps): ReactNode {
  const wide = useWide();
  const short = useShort();
  const beside = wide || short;
  const layer = useRef<HTMLDivElement>(null);
  const fullScreen = useFullScreen(layer);
  const [writing, setWriting] = useState(false);
  const [period, setPeriod] = usePeriod();
  const ticket = useTicket(instrument);
  const done = ticket.state?.phase === 'done' ? ticket.state.order : undefined;
  const trade = useOrderLines(ticket, (wide || writing) && done === undefined);
  const { quote } = ticket.market;
  const form = useRef<HTMLElement>(null);
  const signedIn = useIsSignedIn();
  useTradeCommand((command) => {
    if (command.do === 'pick') {
      focusPickerButton();
      onPick(true);
    } else if (command.do === 'period') setPeriod(command.period);
    else if (command.do === 'fullScreen') (fullScreen.on ? fullScreen.leave : fullScreen.enter)();
    else {
      ticket.setSide(command.side);
      setWriting(true);
      focusSide(form.current, command.side);
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
          <ChartArea
            instrument={instrument}
            period={period}
            onPeriod={setPeriod}
            fullScreen={fullScreen}
            low={writing && !beside}
            trade={trade}
          />
        </div>
        {wide && signedIn && !fullScreen.on ? (
          <Suspense>
            <WideOrders />
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

interface ChartAreaProps {
  readonly instrument: ListedInstrument;
  readonly period: Period;
  readonly onPeriod: (period: Period) => void;
  readonly fullScreen: ReturnType<typeof useFullScreen>;
  /** Lowers the chart's minimum height, because the ticket below it is open. */
  readonly low: boolean;
  readonly trade: ReturnType<typeof useOrderLines>;
}

/** Period bar with the chart tools, and the chart with the lines of orders. */
function ChartArea({ instrument, period, onPeriod, fullScreen, low, trade }: ChartAreaProps): ReactNode {
  const [look, setLook] = useChartLook();
  const board = useDrawings(instrument.id);
  const { showCode } = instrument;
  return (
    <>
      <PeriodBar
        value={period}
        onChange={onPeriod}
        code={fullScreen.on ? showCode : undefined}
        tools={<ChartTools look={look} onLook={setLook} board={board} code={showCode} fullScreen={fullScreen} />}
      />
      <div className={cx('flex-1', low ? 'min-h-32' : 'min-h-50')}>
        <TradeChart
          instrument={instrument}
          period={period}
          look={look}
          lines={trade.lines}
          onLine={trade.onLine}
          board={board}
        />
      </div>
    </>
  );
}

/** Focuses the picker's button, to which the picker returns the focus when it closes. */
function focusPickerButton(): void {
  document.querySelector<HTMLElement>(`[${OPENS_PICKER}]`)?.focus();
}

function focusSide(form: HTMLElement | null, side: 'buy' | 'sell'): void {
  form?.querySelector<HTMLElement>(`[data-side=${side}]`)?.focus();
}

/** The chart's period, stored on this device. */
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
