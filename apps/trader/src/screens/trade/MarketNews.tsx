import type { CalendarEntry, MarketHeadline } from '@fairlot/client';
import { HOUR_MS } from '@fairlot/domain';
import { cx } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useMarketNews } from '../../features/trade/use-market-news.ts';
import { useChartTimes } from '../../features/trade/use-chart-words.ts';
import { useText } from '../../shared/language/language.ts';
import { FactGroup } from './TermFacts.tsx';

/** Past entries stay in the list for this long, because their result still moves prices. */
const RECENT_MS = 24 * HOUR_MS;

/** Economic calendar and headlines of an instrument. Nothing is shown where the operator provides nothing. */
export function MarketNews({ instrument }: { readonly instrument: number }): ReactNode {
  const t = useText();
  const news = useMarketNews(instrument);
  const [openedAt] = useState(Date.now);
  const entries = news?.entries.filter(({ time }) => time > openedAt - RECENT_MS) ?? [];
  return (
    <>
      {entries.length === 0 ? null : (
        <FactGroup title={t('trade.news.calendar')} note={t('trade.news.note')}>
          <ul>
            {entries.map((entry) => (
              <Entry key={`${String(entry.time)} ${entry.title}`} entry={entry} isPast={entry.time < openedAt} />
            ))}
          </ul>
        </FactGroup>
      )}
      {news === undefined || news.headlines.length === 0 ? null : (
        <FactGroup title={t('trade.news.headlines')}>
          <ul>
            {news.headlines.map((headline) => (
              <Headline key={`${String(headline.time)} ${headline.title}`} headline={headline} />
            ))}
          </ul>
        </FactGroup>
      )}
    </>
  );
}

function Entry({ entry, isPast }: { readonly entry: CalendarEntry; readonly isPast: boolean }): ReactNode {
  const time = useChartTimes();
  return (
    <li className={cx('flex gap-3 py-1.5 text-14', isPast && 'text-quiet')}>
      <span className="w-28 shrink-0 text-quiet tabular-nums">{time(entry.time, entry.isAllDay)}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        <bdi>{entry.title}</bdi>
        <span className="block text-12 text-quiet">
          <bdi>{entry.source}</bdi>
        </span>
      </span>
    </li>
  );
}

function Headline({ headline: { time: at, title, link, source } }: { readonly headline: MarketHeadline }): ReactNode {
  const time = useChartTimes();
  return (
    <li className="py-1.5 text-14 wrap-anywhere">
      {link === '' ? (
        <bdi>{title}</bdi>
      ) : (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="inline-block min-h-6 text-brand underline"
        >
          <bdi>{title}</bdi>
        </a>
      )}
      <span className="block text-12 text-quiet tabular-nums">
        {time(at, false)} · <bdi>{source}</bdi>
      </span>
    </li>
  );
}
