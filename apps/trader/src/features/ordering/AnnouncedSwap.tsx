import { formatCount } from '@fairlot/client';
import type { ListedInstrument } from '@fairlot/client';
import { shortRate } from '@fairlot/domain';
import type { Rate, SwapTerms } from '@fairlot/domain';
import { isolateWords } from '@fairlot/i18n';
import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText, useTimes } from '../../shared/language/language.ts';

export interface AnnouncedSwapProps {
  readonly instrument: ListedInstrument;
  readonly className?: string;
}

/** The announced change of an instrument's swap: its date, and the figures before and after. */
export function AnnouncedSwap({ instrument, className }: AnnouncedSwapProps): ReactNode {
  const t = useText();
  const times = useTimes();
  const [next] = instrument.announced;
  if (next === undefined) return null;
  const { swap: now } = instrument;
  const unit = (swap: SwapTerms): string => t(`orders.swapUnit.${swap.mode}`);
  const hasOtherUnit = now.mode !== next.swap.mode;
  const figure = (swap: SwapTerms, rate: Rate): string => `${plain(rate)}${hasOtherUnit ? ` ${unit(swap)}` : ''}`;
  const sides = [
    { name: t('trade.side.buy'), before: figure(now, now.long), after: figure(next.swap, next.swap.long) },
    { name: t('trade.side.sell'), before: figure(now, now.short), after: figure(next.swap, next.swap.short) },
  ].filter(({ before, after }) => before !== after);
  return (
    <div data-testid="announced-swap" className={cx('text-12 text-notice', className)}>
      <p>{t('orders.swapChange', { at: isolateWords(times.short(next.at)) })}</p>
      {sides.map(({ name, before, after }) => (
        <Change key={name} name={hasOtherUnit ? name : `${name} · ${unit(now)}`} before={before} after={after} />
      ))}
      {now.tripleWeekday === next.swap.tripleWeekday ? null : (
        <Change
          name={t('orders.swapTriple')}
          before={times.dayOfWeek(now.tripleWeekday)}
          after={times.dayOfWeek(next.swap.tripleWeekday)}
        />
      )}
    </div>
  );
}

interface ChangeProps {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

function Change({ name, before, after }: ChangeProps): ReactNode {
  return (
    <p>
      {name}: <del className="decoration-1">{isolateWords(before)}</del>{' '}
      <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
        →
      </span>{' '}
      <ins className="font-semibold no-underline">{isolateWords(after)}</ins>
    </p>
  );
}

/** A rate without trailing zeros. */
function plain(rate: Rate): string {
  return formatCount(shortRate(rate));
}
