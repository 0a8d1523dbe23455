import { readDocument } from '../features/market-news/document.ts';
import { NewsBoard, type NewsSourceStatus } from '../features/market-news/news-board.ts';
import { registerMarketNews } from '../features/market-news/routes.ts';
import { publicLookup } from '../http/public-network.ts';
import type { FeatureDeps } from './deps.ts';

/** Builds and starts the market news of the operator's sources. Returns the state of the sources. */
export async function openMarketNews({
  calls,
  config,
  settings,
  clock,
  log,
  metrics,
  market,
  duties,
}: FeatureDeps): Promise<() => readonly NewsSourceStatus[]> {
  const origins = { privateOrigins: config.newsPrivateOrigins, lookup: publicLookup() };
  const sources = () => settings.get('news_sources');
  const board = new NewsBoard({ sources, read: (url, stop) => readDocument(url, origins, stop), clock, log });
  registerMarketNews(calls, market, board);
  metrics.gauge(
    'news_sources_failing',
    'Sources of market news whose last read failed.',
    () => board.status().filter(({ failure }) => failure !== undefined).length,
  );
  let seen = JSON.stringify(sources());
  const stopListening = settings.onChange(({ news_sources }) => {
    const next = JSON.stringify(news_sources);
    if (next !== seen) board.wake();
    seen = next;
  });
  await duties.start('market news', {
    start: () => board.start(),
    stop: () => {
      stopListening();
      return board.stop();
    },
  });
  return () => board.status();
}
