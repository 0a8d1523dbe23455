import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../language/language.ts';
import { useAccount } from './live-account.ts';
import { useMarginMarks } from './margin-marks.ts';
import { ratioMood } from './ratio-scale.ts';

/** Warns of a low prepayment ratio and leads to the open positions. The orders screen has the same notice in its summary. */
export function MarginBanner(): ReactNode {
  const t = useText();
  const level = useAccount()?.marginLevel ?? null;
  const marks = useMarginMarks();
  if (ratioMood(level === null ? undefined : Number(level), marks) === 'calm') return null;
  return (
    <div role="alert" className="shrink-0 bg-notice-soft text-14 text-notice">
      <Link to="/order?type=1" className="gutter flex min-h-11 items-center py-2 underline underline-offset-2">
        {t('orders.nearStopOut', { value: marks.stopOut })}
      </Link>
    </div>
  );
}
