import { formatAmount, formatLotsText } from '@fairlot/client';
import { equity, formatLots, formatMoney, parseLots, rate, percentOf } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import { Chip, Stepper } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { usePercent, useText } from '../../../shared/language/language.ts';
import { stepAmount } from '../../../shared/forms/steps.ts';
import { figure } from '../form/levels.ts';
import { useProblemText } from '../form/problem-text.ts';
import { SHARES } from '../sheet/part-choice.ts';
import { SIZE_BASES, SIZE_BY_LOTS, isSizedByStop } from './draft.ts';
import type { SizeBasis, SizeDraft } from './draft.ts';
import { LotsField } from './LotsField.tsx';
import { lotsOfShare, marginText } from './resolve.ts';
import type { Ticket } from './use-ticket.ts';

const BASIS_KEYS = {
  lots: 'trade.ticket.lots',
  money: 'trade.size.money',
  percent: 'trade.size.percent',
  margin: 'trade.ticket.margin',
} as const;

/** The size of the order: in lots, or as the money at risk, the share of the equity at risk, or the margin. */
export function SizeField({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const t = useText();
  const { draft, change } = ticket;
  const { by } = draft.size;
  return (
    <div>
      <fieldset className="flex min-w-0 items-center gap-3 lg:flex-col lg:items-stretch lg:gap-0">
        <legend className="sr-only">{t('trade.size.by')}</legend>
        <span aria-hidden="true" className="shrink-0 text-12 text-quiet">
          {t('trade.size.by')}
        </span>
        <div className="no-scrollbar -me-4 flex min-w-0 flex-1 gap-1.5 overflow-x-auto pe-4 lg:me-0 lg:flex-wrap lg:pe-0">
          {SIZE_BASES.map((basis) => (
            <Chip
              key={basis}
              narrow
              pressed={by === basis}
              // The lots that followed from the size stay when the trader goes on in lots.
              onPress={() => change({ size: sizeFor(basis, ticket), lots: draft.lots })}
            >
              {t(BASIS_KEYS[basis])}
            </Chip>
          ))}
        </div>
      </fieldset>
      {by === 'lots' ? <LotsField ticket={ticket} /> : <AmountField ticket={ticket} />}
      {by === 'lots' || by === 'margin' ? <ShareButtons ticket={ticket} /> : null}
      {by === 'percent' ? <PercentChips ticket={ticket} /> : null}
    </div>
  );
}

const FIRST_PERCENT = '1';

/** The size that the field starts with: one per cent of the equity, or the margin of the present lots. */
function sizeFor(by: SizeBasis, { draft, kind, market: { preview } }: Ticket): SizeDraft {
  if (by === draft.size.by) return draft.size;
  if (by === 'lots') return SIZE_BY_LOTS;
  if (by === 'percent') return { by, text: FIRST_PERCENT };
  const { standing } = preview;
  if (by === 'money')
    return { by, text: standing ? formatMoney(percentOf(equity(standing), rate(FIRST_PERCENT)), 2) : '' };
  const lots = parseLots(figure(draft.lots));
  return { by, text: lots === undefined ? '' : marginText(draft, kind, preview, lots) };
}

/** An amount of money or a percentage, and the lots that follow from it. */
function AmountField({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const t = useText();
  const words = useProblemText();
  const { draft, change, problem } = ticket;
  const { by, text } = draft.size;
  const label = t(BASIS_KEYS[by]);
  const step = (direction: 'less' | 'more'): string | undefined =>
    stepAmount(figure(text), direction, by === 'percent' ? 'percent' : 'money');
  const enter = (typed: string): void => change({ size: { by, text: typed } });
  return (
    <Stepper
      label={label}
      labelHidden
      value={text}
      onValue={enter}
      onMinus={() => enter(step('less') ?? text)}
      onPlus={() => enter(step('more') ?? text)}
      minusDisabled={step('less') === undefined}
      plusDisabled={step('more') === undefined}
      minusLabel={t('trade.ticket.lower', { field: label })}
      plusLabel={t('trade.ticket.higher', { field: label })}
      error={problem?.field === 'size' || problem?.field === 'lots' ? words(problem) : undefined}
      hint={<Outcome ticket={ticket} />}
    />
  );
}

/** The lots of the size, and the money that they really risk or bind. */
function Outcome({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const t = useText();
  const { draft, taken } = ticket;
  if (taken === undefined) return <span className="figure">–</span>;
  const values = { amount: isolate(formatAmount(formatMoney(taken))) };
  return (
    <>
      <span className="flex flex-wrap justify-between gap-x-3" data-testid="size">
        <span className="font-medium text-ink">
          {t('trade.size.lots', { lots: isolate(formatLotsText(draft.lots)) })}
        </span>
        <span>{t(isSizedByStop(draft.size) ? 'trade.size.risk' : 'trade.size.margin', values)}</span>
      </span>
      {isSizedByStop(draft.size) ? <span className="block text-faint">{t('trade.size.gap')}</span> : null}
    </>
  );
}

/** Sizes the order by a share of what the free margin allows, with the fee. */
function ShareButtons({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const t = useText();
  const { ofFigure } = usePercent();
  const { draft, kind, market, change } = ticket;
  if (market.preview.standing === undefined) return null;
  const take = (share: number): void => {
    const lots = lotsOfShare(draft, kind, market.preview, share);
    if (lots === undefined) return;
    if (draft.size.by === 'lots') change({ lots: formatLots(lots) });
    else change({ size: { by: 'margin', text: marginText(draft, kind, market.preview, lots) } });
  };
  return (
    <fieldset dir="ltr" className="-mt-1 flex min-w-0 gap-1.5">
      <legend className="sr-only">{t('trade.size.share')}</legend>
      {SHARES.map((share) => (
        <Chip key={share} narrow pressed={false} onPress={() => take(share)}>
          <span className="figure">{ofFigure(String(share))}</span>
        </Chip>
      ))}
    </fieldset>
  );
}

const PERCENTS = ['0.5', '1', '2', '3'] as const;

/** Usual shares of the equity at risk. */
function PercentChips({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const { ofFigure } = usePercent();
  const { size } = ticket.draft;
  return (
    <div dir="ltr" className="mt-1 flex gap-1.5">
      {PERCENTS.map((text) => (
        <Chip
          key={text}
          narrow
          pressed={figure(size.text) === text}
          onPress={() => ticket.change({ size: { by: 'percent', text } })}
        >
          <span className="figure">{ofFigure(text)}</span>
        </Chip>
      ))}
    </div>
  );
}
