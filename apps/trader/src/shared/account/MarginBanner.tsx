import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../language/language.ts';
import { useAccount } from './live-account.ts';
import { MarginHelp } from './MarginHelp.tsx';
import { useMarginMarks } from './margin-marks.ts';
import { ratioMood } from './ratio-scale.ts';

/** Warns of a low margin level and leads to the open positions. The orders screen has the same notice in its summary. */
export function MarginBanner(): ReactNode {
  const t = useText();
  const account = useAccount();
  const call = account?.marginCall;
  const level = account?.marginLevel ?? null;
  const marks = useMarginMarks();
  if (call === undefined && ratioMood(level === null ? undefined : Number(level), marks) === 'calm') return null;
  return (
    <section aria-label={t('orders.ratio')} className="shrink-0 bg-notice-soft text-14 text-notice">
      <div role="alert">
        <Link to="/order?type=1" className="gutter flex min-h-11 items-center py-2 underline underline-offset-2">
          {t('orders.nearStopOut', { value: call?.stopOut ?? marks.stopOut })}
        </Link>
      </div>
      {/* The figures change with every quote, so they stay out of the alert. */}
      {call === undefined ? null : (
        <p className="gutter pb-2 font-medium" data-testid="margin-help">
          <MarginHelp call={call} />
        </p>
      )}
    </section>
  );
}
