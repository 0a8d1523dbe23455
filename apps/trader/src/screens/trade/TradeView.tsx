import type { ListedInstrument } from '@fairlot/client';
import { formatCount } from '@fairlot/client';
import type { ChartPeriod } from '@fairlot/domain';
import { cx } from '@fairlot/ui';
import { Suspense, lazy, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { MarketStrip } from '../../shared/market/MarketStrip.tsx';
import { OpenIntents } from '../../features/ordering/intents/OpenIntents.tsx';
import { useTradeCommand } from '../../features/trade/trade-command.ts';
import { readStored, writeStored, useWide } from '@fairlot/web';
import { useQuote } from '../../shared/market/market.ts';
import { useIsSignedIn } from '../../shared/session/session.ts';
import { useShort } from '../../shared/layout/use-short.ts';
import { ChartTools } from '../../features/trade/ChartTools.tsx';
import { MoveQuestion } from '../../features/ordering/on-chart/MoveQuestion.tsx';
import { TappedPosition } from '../../features/ordering/on-chart/TappedPosition.tsx';
import { FIRST_PERIOD, isPeriod } from '../../features/trade/period.ts';
import { PeriodBar } from '../../features/trade/PeriodBar.tsx';
import { TradeChart } from '../../features/trade/TradeChart.tsx';
import { useCompare } from '../../features/trade/use-compare.ts';
import { useChartLook } from '../../features/trade/use-chart-look.ts';
import { useDrawingKeys } from '../../features/trade/use-drawing-keys.ts';
import { useDrawings } from '../../features/trade/use-drawings.ts';
import { usePriceScale } from '../../features/trade/use-price-scale.ts';
import { useTradeMarks } from '../../features/trade/use-trade-marks.ts';
import { useFullScreen } from '../../features/trade/use-full-screen.ts';
import { useOrderLines } from '../../features/ordering/on-chart/use-order-lines.ts';
import { DayFigures } from '../../features/instruments/header/DayFigures.tsx';
import { OPENS_PICKER } from '../../features/instruments/header/InstrumentHeader.tsx';
import { DonePopup } from '../../features/ordering/ticket/DonePopup.tsx';
import { OneTapBar } from '../../features/ordering/ticket/OneTapBar.tsx';
import { useOneTap } from '../../features/ordering/ticket/one-tap.ts';
import { useOrderNotice } from '../../features/ordering/ticket/use-order-notice.ts';
import { TicketForm } from '../../features/ordering/ticket/TicketForm.tsx';
import { TicketPanel } from '../../features/ordering/ticket/TicketPanel.tsx';
import { CompareTool } from './CompareTool.tsx';
import { TradeHeader } from './TradeHeader.tsx';
import { useTicket } from '../../features/ordering/ticket/use-ticket.ts';
import type { Ticket } from '../../features/ordering/ticket/use-ticket.ts';

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
  const finish = (): void => {
    ticket.putAside();
    setWriting(false);
  };
  const confirmed = useOrderNotice(ticket, { onDone: finish, onTrouble: () => setWriting(true) });
  const trade = useOrderLines(ticket, (wide || writing) && ticket.state?.phase !== 'done');
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
            <TradeHeader instrument={instrument} market={ticket.market} onPick={onPick} />
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
        <WideTicket ticket={ticket} form={form} />
      ) : (
        <TicketPanel ticket={ticket} open={writing} beside={short} onOpen={setWriting} />
      )}
      <DonePopup order={confirmed} onClose={finish} />
      <MoveQuestion trade={trade} market={ticket.market} />
      <TappedPosition trade={trade} />
    </div>
  );
}

/** The ticket next to the chart; with one-tap trading the buttons that send orders stand above it. */
function WideTicket({
  ticket,
  form,
}: {
  readonly ticket: Ticket;
  readonly form: RefObject<HTMLElement | null>;
}): ReactNode {
  const oneTap = useOneTap();
  return (
    <aside ref={form} className="flex w-70 shrink-0 flex-col border-s border-line pt-3 xl:w-80 min-[90rem]:w-88">
      {oneTap ? (
        <div className="shrink-0 px-4 pb-3">
          <OneTapBar ticket={ticket} />
        </div>
      ) : null}
      <TicketForm ticket={ticket} />
    </aside>
  );
}

interface ChartAreaProps {
  readonly instrument: ListedInstrument;
  readonly period: ChartPeriod;
  readonly onPeriod: (period: ChartPeriod) => void;
  readonly fullScreen: ReturnType<typeof useFullScreen>;
  /** Lowers the chart's minimum height, because the ticket below it is open. */
  readonly low: boolean;
  readonly trade: ReturnType<typeof useOrderLines>;
}

/** Period bar with the chart tools, and the chart with the lines of orders. */
function ChartArea({ instrument, period, onPeriod, fullScreen, low, trade }: ChartAreaProps): ReactNode {
  const [look, setLook] = useChartLook();
  const [scale, setScale] = usePriceScale();
  const board = useDrawings(instrument.id);
  useDrawingKeys(board);
  const busy = low || board.pen !== undefined || board.picked !== undefined || trade.proposal !== undefined;
  const trades = useTradeMarks(instrument.id, busy);
  const compare = useCompare(instrument.id);
  const { showCode } = instrument;
  const isCurrent = useQuote(instrument.id)?.freshness === 'current';
  return (
    <>
      <PeriodBar
        value={period}
        onChange={onPeriod}
        code={fullScreen.on ? showCode : undefined}
        tools={
          <ChartTools
            look={look}
            onLook={setLook}
            scale={scale}
            onScale={setScale}
            board={board}
            trades={trades}
            fullScreen={fullScreen}
          >
            <CompareTool instrument={instrument} compare={compare} />
          </ChartTools>
        }
      />
      <div className={cx('flex-1', low ? 'min-h-32' : 'min-h-50')}>
        <TradeChart
          instrument={instrument}
          period={period}
          look={look}
          scale={scale}
          lines={trade.lines}
          current={isCurrent}
          onLine={trade.onLine}
          board={board}
          trades={trades}
          compare={compare}
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
  form?.querySelector<HTMLElement>(`form [data-side=${side}]`)?.focus();
}

/** The chart's period, stored on this device. */
function usePeriod(): readonly [ChartPeriod, (period: ChartPeriod) => void] {
  const [period, setPeriod] = useState<ChartPeriod>(() => {
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
