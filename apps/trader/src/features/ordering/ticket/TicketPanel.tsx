import { IconButton, cx, useBackToClose } from '@fairlot/ui';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { OneTapBar } from './OneTapBar.tsx';
import { useOneTap } from './one-tap.ts';
import { PriceButtons } from './PriceButtons.tsx';
import { TicketForm } from './TicketForm.tsx';
import type { Ticket } from './use-ticket.ts';

export interface TicketPanelProps {
  readonly ticket: Ticket;
  readonly open: boolean;
  /** Next to the chart instead of below it. */
  readonly beside: boolean;
  readonly onOpen: (open: boolean) => void;
}

/**
 * The ticket on phones: two price buttons below the chart; a tap replaces them with the form. It is not a modal sheet,
 * so that the chart above stays live and usable.
 */
export function TicketPanel({ ticket, open, beside, onOpen }: TicketPanelProps): ReactNode {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return open ? (
    <OpenTicket ticket={ticket} beside={beside} onClose={() => onOpen(false)} />
  ) : (
    <ClosedTicket ticket={ticket} beside={beside} returns={wasOpen} onOpen={() => onOpen(true)} />
  );
}

interface ClosedTicketProps {
  readonly ticket: Ticket;
  readonly beside: boolean;
  /** Replaces the form, which had the focus. */
  readonly returns: boolean;
  readonly onOpen: () => void;
}

function ClosedTicket({ ticket, beside, returns, onOpen }: ClosedTicketProps): ReactNode {
  const { market } = ticket;
  const oneTap = useOneTap();
  const panel = useRef<HTMLDivElement>(null);
  const chosen = useRef(ticket.draft.side);
  useEffect(() => {
    if (returns && (document.activeElement ?? document.body) === document.body)
      panel.current?.querySelector<HTMLElement>(`[data-side=${chosen.current}]`)?.focus({ preventScroll: true });
  }, [returns]);
  return (
    <div ref={panel} className={cx('shrink-0 border-line bg-surface p-2', beside ? 'w-36 border-s' : 'border-t')}>
      {oneTap ? (
        <OneTapBar ticket={ticket} stacked={beside} onOpen={onOpen} />
      ) : (
        <PriceButtons
          stacked={beside}
          quote={market.quote}
          exact={market.preview.quote}
          instrument={ticket.instrument}
          closed={market.preview.dealing === 'market_closed'}
          onSide={(side) => {
            ticket.setSide(side);
            onOpen();
          }}
        />
      )}
    </div>
  );
}

function OpenTicket({
  ticket,
  beside,
  onClose,
}: {
  readonly ticket: Ticket;
  readonly beside: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const t = useText();
  const panel = useRef<HTMLElement>(null);
  useBackToClose(true, onClose);
  useEscape(onClose);
  useEffect(() => panel.current?.focus(), []);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={t('trade.ticket.title', { code: ticket.instrument.showCode })}
      className={cx(
        'flex shrink-0 flex-col border-line bg-surface pt-2 outline-none',
        beside ? 'w-80 border-s' : 'max-h-[66%] animate-rise border-t shadow-sheet in-data-keyboard:max-h-[80%]',
      )}
    >
      <TicketForm
        ticket={ticket}
        corner={<IconButton icon="down" label={t('trade.ticket.close')} quiet onClick={onClose} />}
      />
    </section>
  );
}

/** Closes the panel on Escape, as overlays do. */
function useEscape(onEscape: () => void): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
