import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { usePercent } from '../../shared/figures.ts';
import { useSite } from '../../shared/site.ts';
import { useText } from '../../shared/text.ts';
import { ratioMood, ratioPosition } from './ratio-scale.ts';

const FILLS = { calm: 'bg-quiet', warned: 'bg-notice', closing: 'bg-critical' } as const;

export interface RatioBarProps {
  /** In per cent; null without open positions. */
  readonly ratio: string | null;
  readonly riskRate: string | null;
  readonly stale: boolean;
}

/** The prepayment ratio as a bar with the marks at which one is warned and at which positions are closed. */
export function RatioBar({ ratio, riskRate, stale }: RatioBarProps): ReactNode {
  const text = useText();
  const site = useSite();
  const figures = usePercent();
  const marks = { warning: site?.warning_ratio ?? 100, stopOut: site?.stop_out_ratio ?? 50 };
  const percent = ratio === null ? undefined : Number(ratio);
  const mood = ratioMood(percent, marks);
  const shown = ratio === null ? text('orders.noRatio') : figures.percent(ratio);
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-12 text-quiet">{text('orders.ratio')}</span>
        <span className={cx('text-14 font-semibold', ratio !== null && 'figure', stale && 'text-faint')}>{shown}</span>
      </div>
      {/* The bar fills from where reading starts: there stand the names of its marks. */}
      <div aria-hidden="true" className="relative mt-1.5 h-1.5 rounded-full bg-sunken">
        <span
          className={cx('absolute inset-y-0 start-0 rounded-full transition-[width]', FILLS[mood])}
          style={{ width: `${ratioPosition(percent ?? 0) * 100}%` }}
        />
        {[marks.stopOut, marks.warning].map((mark) => (
          <span
            key={mark}
            className="absolute -inset-y-1 w-px bg-line-strong"
            style={{ insetInlineStart: `${ratioPosition(mark) * 100}%` }}
          />
        ))}
      </div>
      <div className="mt-2 flex flex-wrap justify-between gap-x-3 text-12 text-quiet">
        <span>
          {text('orders.stopOutMark', { value: marks.stopOut })} ·{' '}
          {text('orders.warningMark', { value: marks.warning })}
        </span>
        <span>
          {text('orders.riskRate')}{' '}
          <span className="figure">{percent === undefined ? '–' : figures.percent(riskRate)}</span>
        </span>
      </div>
      {mood === 'calm' ? null : (
        <p role="alert" className="mt-2 rounded-control bg-notice-soft px-3 py-2 text-12 text-notice">
          {text('orders.nearStopOut', { value: marks.stopOut })}
        </p>
      )}
    </div>
  );
}
