import type { OrderPreview, PreviewMarket } from '@fairlot/client';
import { formatPrice, openingPrice, parsePrice } from '@fairlot/domain';
import type { PendingKind, PriceTerms, Side } from '@fairlot/domain';
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
  /** The kind that the order is sent as. */
  readonly kind: PendingKind | undefined;
  /** The order's preview at this price. */
  readonly preview: Pick<OrderPreview, 'kind' | 'price'>;
  readonly problem: Problem | undefined;
}

/** The target of a pending order, with its kind, and with the market's price if it fills at once. */
export function TargetField({ value, onValue, side, market, kind, preview, problem }: TargetFieldProps): ReactNode {
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
      hint={<KindHint value={value} side={side} kind={kind} preview={preview} terms={terms} />}
    />
  );
}

function KindHint({
  value,
  side,
  kind,
  preview: { kind: outcome, price },
  terms,
}: Pick<TargetFieldProps, 'value' | 'side' | 'kind' | 'preview'> & { readonly terms: PriceTerms }): ReactNode {
  const t = useText();
  if (kind === undefined || outcome === undefined || price === undefined) return '–';
  const words = { price: formatPrice(price, terms) };
  if (outcome !== 'market') return t(`trade.ticket.kind.${KIND_KEYS[side][outcome]}`, words);
  if (parsePrice(figure(value), terms) === price) return t('trade.ticket.kind.now');
  return t(side === 'buy' ? 'trade.ticket.kind.buyLimitNow' : 'trade.ticket.kind.sellLimitNow', words);
}
