import type { OrderPreview, PreviewMarket } from '@fairlot/client';
import { formatPrice, openingPrice } from '@fairlot/domain';
import type { PriceTerms, Side } from '@fairlot/domain';
import { Stepper } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { figure } from './levels.ts';
import type { Problem } from './problem.ts';
import { useProblemText } from './problem-text.ts';
import { stepPrice } from '../../../shared/forms/steps.ts';

const KIND_KEYS = {
  buy: { limit: 'buyLimit', stop: 'buyStop' },
  sell: { limit: 'sellLimit', stop: 'sellStop' },
} as const;

export interface TargetFieldProps {
  /** The typed text. */
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly side: Side;
  readonly market: PreviewMarket;
  /** The order's preview at this price. */
  readonly preview: Pick<OrderPreview, 'kind' | 'price'>;
  readonly problem: Problem | undefined;
}

/** The target of a pending order, with the resulting kind: limit, stop, or an order that fills at once. */
export function TargetField({ value, onValue, side, market, preview, problem }: TargetFieldProps): ReactNode {
  const t = useText();
  const words = useProblemText();
  const { quote, instrument: terms } = market;
  const now = quote === undefined ? undefined : openingPrice(quote, side);
  const label = t('trade.ticket.target');
  const step = (direction: 'less' | 'more'): string | undefined =>
    now === undefined ? undefined : stepPrice(figure(value), direction, now, terms);
  return (
    <Stepper
      label={label}
      value={value}
      onValue={onValue}
      placeholder={now === undefined ? '' : formatPrice(now, terms)}
      onMinus={() => onValue(step('less') ?? value)}
      onPlus={() => onValue(step('more') ?? value)}
      minusDisabled={step('less') === undefined}
      plusDisabled={step('more') === undefined}
      minusLabel={t('trade.ticket.lower', { field: label })}
      plusLabel={t('trade.ticket.higher', { field: label })}
      error={problem?.field === 'target' ? words(problem) : undefined}
      hint={<KindHint side={side} preview={preview} terms={terms} />}
    />
  );
}

function KindHint({
  side,
  preview: { kind, price },
  terms,
}: Pick<TargetFieldProps, 'side' | 'preview'> & { readonly terms: PriceTerms }): ReactNode {
  const t = useText();
  if (kind === undefined || price === undefined) return '–';
  if (kind === 'market') return t('trade.ticket.kind.now');
  return t(`trade.ticket.kind.${KIND_KEYS[side][kind]}`, { price: formatPrice(price, terms) });
}
