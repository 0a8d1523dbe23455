import { formatLeverage, formatMoneyText } from '@fairlot/client';
import type { OrderPreview } from '@fairlot/client';
import { formatMoney } from '@fairlot/domain';
import type { Money } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import { Icon, cx } from '@fairlot/ui';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { Dollars } from '../Dollars.tsx';
import type { Ticket } from './use-ticket.ts';

/** The cost of opening the order and closing it at once: one line, and its parts to the millionth after a tap. */
export function Costs({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { cost } = ticket.preview;
  if (cost === undefined) return null;
  const parts = [
    { name: t('trade.spread'), value: cost.spread },
    ...(ticket.instrument.markup === undefined ? [] : [{ name: t('trade.cost.markup'), value: cost.markup }]),
    { name: t('trade.ticket.fee'), value: cost.fee },
  ];
  return (
    <div className="border-t border-line text-12 text-quiet" data-testid="costs">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-2 text-start"
      >
        <span className="shrink-0 text-ink">
          {t('trade.cost.title')}{' '}
          <span className="figure font-semibold">{isOpen ? <Dollars value={cost.total} /> : cents(cost.total)}</span>
        </span>
        <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">
          {isOpen
            ? t('trade.cost.sum')
            : parts.map(({ name, value }) => (
                <span key={name}>
                  {name} <span className="figure">{cents(value)}</span>
                </span>
              ))}
        </span>
        <span className={cx('shrink-0 transition', isOpen && 'rotate-180')}>
          <Icon name="down" size={16} />
        </span>
      </button>
      <section
        id={id}
        aria-label={t('trade.cost.title')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolling region must be reachable by keyboard.
        tabIndex={isOpen ? 0 : undefined}
        hidden={!isOpen}
        className="max-h-36 overflow-y-auto overscroll-contain pb-2 crowded:max-h-none"
      >
        {isOpen ? <Breakdown ticket={ticket} parts={parts} /> : null}
      </section>
    </div>
  );
}

interface Part {
  readonly name: string;
  readonly value: Money;
}

function Breakdown({ ticket, parts }: { readonly ticket: Ticket; readonly parts: readonly Part[] }): ReactNode {
  const t = useText();
  const { preview, instrument } = ticket;
  return (
    <>
      <dl>
        {parts.map(({ name, value }) => (
          <Row key={name} name={name}>
            <Dollars value={value} unit />
          </Row>
        ))}
        <Row name={t('trade.cost.night')}>
          <Dollars value={preview.nightly} result unit />
        </Row>
        <MarginRows preview={preview} isHedged={instrument.hedged !== undefined} />
      </dl>
      <p className="mt-1">{t('trade.cost.hint')}</p>
      {instrument.markup === undefined ? null : <p className="mt-1">{t('trade.cost.chart')}</p>}
    </>
  );
}

interface MarginRowsProps {
  readonly preview: OrderPreview;
  readonly isHedged: boolean;
}

/** The margin that tiers and opposite positions make of the order's own, and the tier that comes next. */
function MarginRows({ preview, isHedged }: MarginRowsProps): ReactNode {
  const t = useText();
  const { margin, neededMargin, nextTier } = preview;
  return (
    <>
      {neededMargin === margin ? null : (
        <Row name={t(isHedged ? 'trade.cost.hedged' : 'trade.cost.needed')}>
          <Dollars value={neededMargin} unit />
        </Row>
      )}
      {nextTier === undefined ? null : (
        <Row name={t('trade.cost.tier', { from: isolate(formatMoneyText(formatMoney(nextTier.from))) })}>
          {formatLeverage(nextTier.leverage)}
        </Row>
      )}
    </>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="flex min-h-6 items-baseline justify-between gap-3">
      <dt className="min-w-0">{name}</dt>
      <dd className="figure shrink-0 text-ink">{children}</dd>
    </div>
  );
}

function cents(value: Money): string {
  return formatMoneyText(formatMoney(value));
}
