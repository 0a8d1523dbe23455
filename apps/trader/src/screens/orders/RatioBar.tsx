import type { MarginCall } from '@fairlot/client';
import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { usePercent, useText } from '../../shared/language/language.ts';
import { AnnouncedLevels } from '../../shared/account/AnnouncedLevels.tsx';
import { useMasked } from '../../shared/account/hidden-balance.ts';
import { useMarginMarks } from '../../shared/account/margin-marks.ts';
import { MarginHelp } from '../../shared/account/MarginHelp.tsx';
import { ratioMood, ratioPosition } from '../../shared/account/ratio-scale.ts';

const FILLS = { calm: 'bg-quiet', warned: 'bg-notice', closing: 'bg-critical' } as const;

export interface RatioBarProps {
  /** In per cent; null without open positions. */
  readonly ratio: string | null;
  readonly riskRate: string | null;
  readonly stale: boolean;
  readonly call: MarginCall | undefined;
}

/** The margin level as a bar, with marks at the warning level and the stop-out level. */
export function RatioBar({ ratio, riskRate, stale, call }: RatioBarProps): ReactNode {
  const t = useText();
  const figures = usePercent();
  const site = useMarginMarks();
  const marks = call === undefined ? site : { warning: call.level, stopOut: call.stopOut };
  const masked = useMasked();
  const percent = ratio === null ? undefined : Number(ratio);
  const mood = ratioMood(percent, marks);
  const shown = ratio === null ? t('orders.noRatio') : masked(figures.percent(ratio));
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-12 text-quiet">{t('orders.ratio')}</span>
        <span className={cx('text-14 font-semibold', ratio !== null && 'figure', stale && 'text-faint')}>{shown}</span>
      </div>
      {/* The bar fills from the start side, where the names of its marks are. */}
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
          {t('orders.stopOutMark', { value: marks.stopOut })} · {t('orders.warningMark', { value: marks.warning })}
        </span>
        <span>
          {t('orders.riskRate')}{' '}
          <span className="figure">{percent === undefined ? '–' : masked(figures.percent(riskRate))}</span>
        </span>
      </div>
      <AnnouncedLevels />
      {mood === 'calm' ? null : (
        <div className="mt-2 rounded-control bg-notice-soft px-3 py-2 text-12 text-notice">
          <p role="alert">{t('orders.nearStopOut', { value: marks.stopOut })}</p>
          {call === undefined ? null : (
            <p className="mt-1 font-medium" data-testid="margin-help">
              <MarginHelp call={call} />
            </p>
          )}
        </div>
      )}
    </div>
  );
}
