import { Skeleton, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useRead } from '../../lists/list-calls.ts';
import { useText } from '../../shared/language/language.ts';
import { wordOf } from '../../shared/language/text.ts';
import { REMEDIES } from '../../shared/manual/remedies.ts';
import { problemText } from '../../shared/messages/problem.ts';
import { endingLater, troublesOf } from './troubles.ts';

/** Milliseconds between reads of the server's health. */
export const HEALTH_EVERY_MS = 5_000;

/** Shows in one line that trading is open and quotes arrive, or each trouble on a line of its own with its remedy. */
export function HealthSummary(): ReactNode {
  const t = useText();
  const { data, error } = useRead('officeHealth', {}, { every: HEALTH_EVERY_MS });
  if (data === undefined)
    return error === null ? (
      <Skeleton shape="h-12 w-full" />
    ) : (
      <p role="alert" className="text-14 text-critical">
        {problemText(t, error)}
      </p>
    );
  const troubles = troublesOf(t, data);
  const ending = endingLater(data);
  return (
    <div
      data-testid="health"
      className={cx(
        'rounded-surface border p-4 text-14',
        troubles.length === 0 ? 'border-line bg-surface' : 'border-critical bg-critical-soft text-critical',
      )}
    >
      {troubles.length === 0 ? (
        t('health.well', { instruments: data.instruments, source: wordOf(t, 'kind', data.source) })
      ) : (
        <ul className="grid gap-1">
          {troubles.map(({ name, text }) => (
            <li key={name} className="flex flex-wrap items-baseline gap-x-3">
              <span className="wrap-anywhere">{text}</span>
              <Link
                to={`/manual/${REMEDIES[name]}`}
                className="inline-block min-h-6 min-w-6 shrink-0 font-medium underline underline-offset-2 sm:ms-auto"
              >
                {t('health.remedy')}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {ending === '' ? null : (
        <p data-testid="ending-calendars" className="mt-1 text-quiet">
          {t('health.calendarEnds', { calendars: ending })}
        </p>
      )}
    </div>
  );
}
