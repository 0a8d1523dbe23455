import { formatCount } from '@fairlot/client';
import { formatLots } from '@fairlot/domain';
import { Icon, Stepper, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { figure } from '../form/levels.ts';
import { useProblemText } from '../form/problem-text.ts';
import { lotPresets, stepLots } from '../../../shared/forms/steps.ts';
import { useText } from '../../../shared/language/language.ts';
import type { Ticket } from './use-ticket.ts';

/** The volume: stepper, the sizes that were sent last, presets, and the size of one lot. */
export function LotsField({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const t = useText();
  const words = useProblemText();
  const { draft, change, instrument, problem, recent } = ticket;
  const terms = ticket.market.preview.instrument;
  const typed = figure(draft.lots);
  const less = stepLots(typed, 'less', terms);
  const more = stepLots(typed, 'more', terms);
  const choices = lotChoices(recent, lotPresets(terms).map(formatLots));
  const size = t('trade.ticket.lotUnits', {
    count: Number(instrument.unitsPerLot),
    units: formatCount(instrument.unitsPerLot),
  });
  return (
    <div>
      <p aria-hidden="true" className="mb-1 flex justify-between gap-3 text-12 text-quiet">
        <span>{t('trade.ticket.lots')}</span>
        <span>{size}</span>
      </p>
      <Stepper
        label={`${t('trade.ticket.lots')} (${size})`}
        labelHidden
        value={draft.lots}
        onValue={(lots) => change({ lots })}
        onMinus={() => change({ lots: less ?? draft.lots })}
        onPlus={() => change({ lots: more ?? draft.lots })}
        minusDisabled={less === undefined}
        plusDisabled={more === undefined}
        minusLabel={t('trade.ticket.fewerLots')}
        plusLabel={t('trade.ticket.moreLots')}
        error={problem?.field === 'lots' ? words(problem) : undefined}
      />
      <div dir="ltr" className="mt-1 flex gap-1.5">
        {choices.map((value) => {
          const isRecent = recent.includes(value);
          return (
            <button
              key={value}
              type="button"
              aria-pressed={typed === value}
              title={isRecent ? t('trade.size.recent') : undefined}
              onClick={() => change({ lots: value })}
              className="group flex min-h-11 flex-1 items-center"
            >
              <span
                className={cx(
                  'figure w-full rounded-full border py-1.5 text-center text-14 font-medium transition',
                  typed === value
                    ? 'border-brand-fill bg-brand-fill text-on-fill'
                    : 'border-line bg-surface text-quiet group-hover:bg-sunken group-active:bg-sunken',
                )}
              >
                {isRecent ? (
                  <span className="me-1 inline-block align-[-0.125em]">
                    <Icon name="clock" size={16} />
                  </span>
                ) : null}
                {value}
              </span>
            </button>
          );
        })}
      </div>
    </div>
  );
}

const MOST_CHOICES = 4;

/** The sizes that were sent last in place of the largest presets, in ascending order. */
function lotChoices(recent: readonly string[], presets: readonly string[]): string[] {
  return [...new Set([...recent, ...presets])].slice(0, MOST_CHOICES).sort((one, other) => Number(one) - Number(other));
}
