import { formatLeverage, formatLotsText } from '@fairlot/client';
import type { Side } from '@fairlot/domain';
import { Icon, IconButton } from '@fairlot/ui';
import { showToast } from '@fairlot/web';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { useProblemText } from '../form/problem-text.ts';
import { usePreloadedDone } from './DonePopup.tsx';
import { PriceButtons } from './PriceButtons.tsx';
import type { Ticket } from './use-ticket.ts';

/** A second tap within this time belongs to the first: a double tap is one order. */
const DOUBLE_TAP_MS = 700;

export interface OneTapBarProps {
  readonly ticket: Ticket;
  readonly stacked?: boolean;
  /** Opens the ticket; absent where it is open. */
  readonly onOpen?: () => void;
}

/** Price buttons that send market orders of the ticket's size at once, under a mark that says so. */
export function OneTapBar({ ticket, stacked = false, onOpen }: OneTapBarProps): ReactNode {
  const t = useText();
  const words = useProblemText();
  usePreloadedDone();
  const lastTap = useRef(Number.NEGATIVE_INFINITY);
  const { market, draft, instrument } = ticket;
  const send = (side: Side): void => {
    const now = performance.now();
    if (now - lastTap.current < DOUBLE_TAP_MS) return;
    lastTap.current = now;
    const problem = ticket.sendNow(side);
    if (problem !== undefined) showToast(words(problem), 'error');
  };
  return (
    <div data-testid="one-tap" className="rounded-control border-2 border-notice bg-notice-soft p-1.5">
      <div className="flex min-h-8 items-center gap-1.5 px-1 text-12 text-notice">
        <Icon name="trade" size={16} />
        <span className="font-semibold">{t('trade.oneTap.mark')}</span>
        <span className="figure min-w-0 flex-1">
          {formatLotsText(draft.lots)}
          {draft.leverage === undefined ? '' : ` · ${formatLeverage(draft.leverage)}`}
          {draft.stopLoss.on ? ' · SL' : ''}
          {draft.takeProfit.on ? ' · TP' : ''}
        </span>
        {onOpen === undefined ? null : <IconButton icon="up" label={t('trade.oneTap.open')} quiet onClick={onOpen} />}
      </div>
      <PriceButtons
        stacked={stacked}
        quote={market.quote}
        exact={market.preview.quote}
        instrument={instrument}
        closed={market.preview.dealing === 'market_closed'}
        onSide={send}
      />
    </div>
  );
}
