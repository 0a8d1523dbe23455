import { formatPrice, openingPrice } from '@fairlot/domain';
import { Stepper } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useProblemText } from '../../../ordering/problem-text.ts';
import { stepPrice } from '../../../ordering/steps.ts';
import { useText } from '../../../shared/text.ts';
import { figure } from '../../../ordering/levels.ts';
import type { Ticket } from './use-ticket.ts';

const KIND_KEYS = {
  buy: { limit: 'buyLimit', stop: 'buyStop' },
  sell: { limit: 'sellLimit', stop: 'sellStop' },
} as const;

/** The price of a pending order, and what that makes of it: a limit, a stop, or an order that fills at once. */
export function TargetField({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const text = useText();
  const words = useProblemText();
  const { draft, change, problem } = ticket;
  const { quote, instrument: terms } = ticket.market.preview;
  const now = quote === undefined ? undefined : openingPrice(quote, draft.side);
  const label = text('trade.ticket.target');
  const step = (direction: 'less' | 'more'): string | undefined => (now === undefined ? undefined : stepPrice(figure(draft.target), direction, now, terms));
  return (
    <Stepper
      label={label} value={draft.target} onValue={(target) => change({ target })} placeholder={now === undefined ? '' : formatPrice(now, terms.pricePrecision)}
      onMinus={() => change({ target: step('less') ?? draft.target })} onPlus={() => change({ target: step('more') ?? draft.target })}
      minusDisabled={step('less') === undefined} plusDisabled={step('more') === undefined}
      minusLabel={text('trade.ticket.lower', { field: label })} plusLabel={text('trade.ticket.higher', { field: label })}
      error={problem?.field === 'target' ? words(problem) : undefined} hint={<KindHint ticket={ticket} />}
    />
  );
}

function KindHint({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const text = useText();
  const { kind, price } = ticket.preview;
  if (kind === undefined || price === undefined) return '–';
  if (kind === 'market') return text('trade.ticket.kind.now');
  return text(`trade.ticket.kind.${KIND_KEYS[ticket.draft.side][kind]}`, { price: formatPrice(price, ticket.instrument.PricePrecision) });
}
