import { formatCount } from '@fairlot/client';
import type { StaffOutput } from '@fairlot/client';
import type { ReactNode } from 'react';
import { When } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useText, useTimes } from '../../shared/language/language.ts';
import { wordOf } from '../../shared/language/text.ts';

type Health = StaffOutput<'officeHealth'>;
type WaitingPast = NonNullable<Health['past']>['list'][number];

/** The names that traders in every language give the periods. */
const PERIOD_CODES: Readonly<Record<WaitingPast['period'], string>> = {
  '1min': 'M1',
  '5min': 'M5',
  '15min': 'M15',
  '30min': 'M30',
  '60min': 'H1',
  '1day': 'D1',
};

/** A list of figures, whose own border is enough, below an optional title. */
export function Figures({ title, children }: { readonly title?: string; readonly children: ReactNode }): ReactNode {
  return (
    <section>
      {title === undefined ? null : <h2 className="mb-2 text-14 font-semibold">{title}</h2>}
      <div className="rounded-control bg-surface">{children}</div>
    </section>
  );
}

/** The live sources of prices in order of preference, with the state of each. */
export function Sources({ sources }: { readonly sources: Health['sources'] }): ReactNode {
  const t = useText();
  if (sources.length === 0) return null;
  return (
    <div data-testid="sources">
      <Figures title={t('health.sources')}>
        <FigureList
          figures={sources.map((source) => ({
            label: source.name,
            value: (
              <span className={source.phase === 'live' ? undefined : 'text-critical'}>
                {wordOf(t, 'sourceReason', source.reason)} · <When at={source.since} />
              </span>
            ),
            note: [
              t('health.sourceLine', {
                instruments: source.instruments,
                rate: source.quotesPerSecond,
                malformed: source.malformed,
              }),
              source.unknownSymbols.length === 0
                ? ''
                : t('health.unknownSymbols', { symbols: source.unknownSymbols.join(', ') }),
              source.detail,
            ],
          }))}
        />
      </Figures>
    </div>
  );
}

/** The instruments whose charts still wait for the past of their sources, with the last failure of each. */
export function ChartFilling({ past }: Pick<Health, 'past'>): ReactNode {
  const t = useText();
  const times = useTimes();
  if (past === null) return null;
  return (
    <div data-testid="chart-filling">
      <Figures title={t('health.past')}>
        {past.waiting === 0 ? (
          <p className="rounded-control border border-line px-3 py-2 text-14 text-quiet">
            {t('health.pastDone', { bars: formatCount(past.bars) })}
          </p>
        ) : (
          <FigureList
            figures={past.list.map(({ code, source, period, filledTo, bars, reason, detail, since }) => ({
              label: code,
              value:
                reason === null ? (
                  t('state.waiting')
                ) : (
                  <span className="text-critical">
                    {wordOf(t, 'sourceReason', reason)} · <When at={since} />
                  </span>
                ),
              note: [
                t('health.pastLine', {
                  source: source ?? '–',
                  period: PERIOD_CODES[period],
                  time: filledTo === null ? '–' : times.dateTime(filledTo),
                  bars: formatCount(bars),
                }),
                detail,
              ],
            }))}
          />
        )}
      </Figures>
    </div>
  );
}
