import { formatCount, formatLeverage, formatMoneyText, readOrderTerms } from '@fairlot/client';
import type { AgreedTerms, Order } from '@fairlot/client';
import { asRate, formatMoney, formatPrice, shortRate } from '@fairlot/domain';
import type { Markup, Money, PriceTerms, Rate } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import { Icon, Skeleton, cx } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { usePercent, useText, useTimes } from '../../../shared/language/language.ts';
import { accountKey } from '../../../shared/services/query-client.ts';
import { api } from '../../../shared/services/services.ts';
import { useSession } from '../../../shared/session/session.ts';
import { FactList } from './FactList.tsx';
import type { Fact } from './order-facts.ts';

/** The markup of an order and what it cost, and the terms by which its fee was computed, after a tap. */
export function OrderTerms({ order }: { readonly order: Order }): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const user = useSession((session) => session.user?.uid ?? '');
  const { data, isError } = useQuery({
    queryKey: accountKey(user, 'order-terms', order.id, order.status),
    queryFn: ({ signal }) =>
      readOrderTerms(api, { id: order.id, instrument: order.instrument }, { quiet: true, signal }),
    enabled: order.markup !== undefined || isOpen,
  });
  const name = t('orders.terms.title');
  return (
    <div data-testid="order-terms">
      {order.markup === undefined ? null : (
        <FactList facts={markupFacts(order.markup, data?.markupCost ?? null, order.instrument, t)} />
      )}
      {order.terms === null ? (
        <FactList facts={[{ name, value: t('orders.terms.none'), words: true }]} />
      ) : (
        <>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="mt-2 flex min-h-11 w-full items-center gap-2 border-t border-line pt-2 text-start text-14 text-quiet"
          >
            <span className="min-w-0 flex-1">{name}</span>
            <span className="figure font-medium text-ink">{order.terms}</span>
            <span className={cx('shrink-0 transition', isOpen && 'rotate-180')}>
              <Icon name="down" size={16} />
            </span>
          </button>
          <div id={id} hidden={!isOpen}>
            {isError ? (
              <p className="py-2 text-14 text-quiet">{t('orders.terms.failed')}</p>
            ) : data?.terms ? (
              <Terms terms={data.terms} instrument={order.instrument} />
            ) : (
              <Skeleton shape="my-2 h-24 w-full" />
            )}
          </div>
        </>
      )}
    </div>
  );
}

type Text = ReturnType<typeof useText>;

function markupFacts(markup: Markup, cost: Money | null, terms: PriceTerms, t: Text): Fact[] {
  const facts: Fact[] = [{ name: t('trade.cost.markup'), value: markupText(markup, terms) }];
  return cost === null ? facts : [...facts, { name: t('orders.terms.cost'), value: cost, dollars: 'amount' }];
}

/** Distances below the market's bid and above its ask. */
function markupText({ bid, ask }: Markup, instrument: PriceTerms): string {
  return `${formatPrice(bid, instrument)} / ${formatPrice(ask, instrument)}`;
}

function Terms({ terms, instrument }: { readonly terms: AgreedTerms; readonly instrument: PriceTerms }): ReactNode {
  const t = useText();
  const times = useTimes();
  const { ofFigure } = usePercent();
  const { fee, swap, stopOutPercent, markup, tiers, hedged } = terms;
  // A share of the margin is stored as a factor.
  const rate = isolate(fee.mode === 'ofMargin' ? ofFigure(plain(asRate(fee.rate * 100n))) : plain(fee.rate));
  const facts: Fact[] = [
    ...(markup === undefined ? [] : [{ name: t('trade.cost.markup'), value: markupText(markup, instrument) }]),
    { name: t('trade.ticket.fee'), value: t(`orders.terms.${fee.mode}`, { rate }), words: true },
    {
      name: `${t('orders.field.swap')} · ${t('trade.side.buy')} / ${t('trade.side.sell')} · ${t(`orders.swapUnit.${swap.mode}`)}`,
      value: `${plain(swap.long)} / ${plain(swap.short)}`,
    },
    { name: t('orders.swapTriple'), value: times.dayOfWeek(swap.tripleWeekday), words: true },
    { name: t('orders.terms.stopOut'), value: ofFigure(String(stopOutPercent)), words: true },
    ...(hedged === 'both'
      ? []
      : [{ name: t('trade.info.hedgedMargin'), value: t(`trade.info.hedged.${hedged}`), words: true }]),
    ...tiers.map(({ from, leverage }): Fact => ({
      name: t('trade.cost.tier', { from: isolate(formatMoneyText(formatMoney(from))) }),
      value: formatLeverage(leverage),
    })),
  ];
  return (
    <>
      <FactList facts={facts} />
      <p className="mt-1 text-12 text-quiet">{t('orders.terms.now')}</p>
    </>
  );
}

/** A rate without trailing zeros. */
function plain(rate: Rate): string {
  return formatCount(shortRate(rate));
}
