import { formatLotsText } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { formatLots, minus, parseLots } from '@fairlot/domain';
import type { Lots } from '@fairlot/domain';
import { Chip, Stepper } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { figure } from '../form/levels.ts';
import { usePercent, useText } from '../../../shared/language/language.ts';
import { SHARES, lotsOfShare, nextPart, partChoice } from './part-choice.ts';
import type { PartTerms } from './part-choice.ts';

export interface PartFieldProps {
  readonly order: Order;
  readonly terms: PartTerms;
  readonly value: string;
  readonly onValue: (text: string) => void;
  /** The largest volume; default: the position's. */
  readonly most?: Lots;
}

/** The lots of a position to close: shares as buttons, and a field that says what stays open. */
export function PartField({ order, terms, value, onValue, most = order.lots }: PartFieldProps): ReactNode {
  const t = useText();
  const { ofFigure } = usePercent();
  const typed = figure(value);
  const less = nextPart(terms, order.lots, typed, 'less');
  const more = nextPart(terms, order.lots, typed, 'more');
  const choice = partChoice(terms, order, typed);
  const isTooMuch = (text: string | undefined): boolean => (parseLots(text ?? '') ?? most) > most;
  return (
    <div className="mt-3">
      <Stepper
        label={t('orders.part')}
        value={value}
        onValue={onValue}
        onMinus={() => onValue(less ?? value)}
        onPlus={() => onValue(more ?? value)}
        minusDisabled={less === undefined}
        plusDisabled={more === undefined || isTooMuch(more)}
        minusLabel={t('trade.ticket.fewerLots')}
        plusLabel={t('trade.ticket.moreLots')}
        error={
          isTooMuch(typed)
            ? t('orders.sizes', { sizes: formatLotsText(most) })
            : choice.kind === 'refused'
              ? t('orders.sizes', { sizes: choice.sizes.map(formatLotsText).join(' / ') })
              : undefined
        }
        hint={
          choice.kind === 'part' ? t('orders.rest', { lots: formatLots(minus(order.lots, choice.lots)) }) : undefined
        }
      />
      <div dir="ltr" className="mt-1 flex gap-1.5">
        {SHARES.map((share) => {
          const lots = lotsOfShare(terms, order.lots, share);
          const text = lots === undefined ? undefined : formatLots(lots);
          return (
            <Chip
              key={share}
              narrow
              pressed={text !== undefined && text === typed}
              disabled={text === undefined || isTooMuch(text)}
              onPress={() => onValue(text ?? value)}
            >
              <span className="figure">{ofFigure(String(share))}</span>
            </Chip>
          );
        })}
      </div>
    </div>
  );
}
