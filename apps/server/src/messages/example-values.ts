import { type LanguageCode, type Params, isolate } from '@fairlot/i18n';
import { utcMinute } from '../platform/utc-minute.ts';
import { figureIn } from './figures.ts';

/** Example figures for every placeholder of every kind of mail, for previews and tests. */
export function exampleValues(language: LanguageCode, site: string, origin: string, now: Date): Params {
  const figure = (text: string): string => figureIn(language, text);
  return {
    site,
    code: '482913',
    link: `${origin}/#/freeze?token=example&lang=${language}`,
    confirm: `${origin}/#/confirm-email?token=example&lang=${language}`,
    path: '/office/#/setup?token=example',
    amount: figure('1,234.50 USD'),
    reported: figure('1,200.00 USD'),
    at: figure(utcMinute(now)),
    until: figure(utcMinute(now)),
    address: figure('203.0.113.7'),
    price: figure('1.08425'),
    from: figure('1.08525'),
    level: '50',
    help: figure('420.00 USD'),
    number: '1024',
    rows: '120',
    exposure: 'EURUSD',
    net: figure('1,234,500.00 USD'),
    limit: figure('1,000,000.00 USD'),
    method: figure('0x5aAe…1BeAed'),
    email: isolate('new@example.com'),
    day: isolate('2026-01-01'),
    stop: `${origin}/#/stop-statements?token=example&lang=${language}`,
    name: 'Alex',
    trader: isolate('Quiet Harbour'),
    author: 'Sam',
    reason: 'ABC 123',
    report: 'trades 2026-01-01',
    what: figure('EUR/USD 1:50'),
    text: 'ABC 123',
    subject: 'ABC 123',
    line: 'fairlot-checkpoint 1 1024',
    change: 'settings\nwarning_ratio: 100 -> 120',
  };
}
