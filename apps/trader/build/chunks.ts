import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;

/** Matches modules by their path. Slashes of `parts` match those of every system. */
const at = (...parts: readonly string[]): RegExp => new RegExp(parts.join('|').replaceAll('/', String.raw`[\\/]`));

/** Sheets and dialogs. */
const CONTROLS = at(
  'node_modules/(?:@base-ui|@floating-ui|use-sync-external-store)/',
  'packages/ui/src/(?:Dialog|Drawer|Sheet)\\.',
);

/** Needed by the market list and by most other screens. */
const COMMON = at(
  'packages/ui/src/(?:Change|Chip|Price|PullToRefresh|Skeleton|Tag|price-parts|use-flash)\\.',
  // Sheets need them too, which a screen may open without the later chunk.
  'packages/ui/src/(?:layer-stack|use-back-to-close)\\.',
  'packages/client/src/format/input',
  'trader/src/shared/(?:language/searchable|layout/(?:Screen|figures|use-sideways-wheel)|market/(?:opening|quote-source))\\.',
  'trader/src/features/instruments/(?:ChoiceChips|FavouriteButton|NoMatch|favourites|filter|use-filtered)\\.',
);

/** Needed by the market list alone, or by few others. */
const MARKET = at(
  'node_modules/virtua/',
  'packages/domain/src/day\\.',
  'packages/ui/src/[Ss]parkline',
  'trader/src/features/instruments/(?:ListSkeleton|MarketList|MarketRow|RowChart|day-line)',
);

/** Needed by many screens, but not by the market list, before which the common chunk would load them. */
const LATER = at(
  'packages/ui/src/(?:Stepper|TextField|Segmented|Switch)',
  'packages/web/src/(?:copy|while-shown)',
  'packages/contract/src/(?:auth|user-events)\\.',
  'packages/client/src/(?:model/(?:camel-keys|ledger|passkey|records|sign-in|statement)|format/(?:duration|price))\\.',
  'packages/domain/src/(?:instrument|ledger)\\.',
  'query.*[iI]nfinite',
  'react-query/.*/queryOptions',
  'trader/src/features/(?:first-minute/demo-sign-in|ordering/Dollars)',
  'trader/src/shared/(?:account|forms/(?:field-refusal|show-problems|stable-key)|lists|messages/(?:copy|LiveRegion))',
  'trader/src/shared/(?:orders/(?!notes|order-quote)|layout/RealOnly|services/(?:own-user|identity-query)|session/(?:(?:start|two)-session|sign-in-order))',
);

/** Needed by the trade screen and by the lists and sheets of orders. */
const ORDERING = at(
  'packages/domain/src/(?:charges|conversion|equity|expiry|group|guarantee|hedging|level-distance|order|order-cost)\\.',
  'packages/domain/src/(?:part|sizing|tiers|trailing|triggers)\\.',
  'packages/client/src/preview/',
  'trader/src/shared/forms/steps',
  'trader/src/features/ordering/(?:AnnouncedSwap|intents/OpenIntents|on-chart/moves|sheet/part-choice)',
  'trader/src/features/ordering/form/(?!AmendForm)',
  'trader/src/features/ordering/lists/(?:closed-words|follow-orders|list-check|order-list|order-news|order-pages)',
  'trader/src/features/ordering/lists/(?:orders-query|use-closed-toast)',
  'trader/src/features/ordering/several/pending-close-key',
);

/** Needed by the trade screen, and by the chart or its sheets. */
const CHARTING = at(
  'packages/client/src/model/market-news',
  'trader/src/chart/(?:bar|compared|drawings|look|price-scale)\\.',
  'trader/src/shared/market/(?:instrument-link|spread)',
  'trader/src/features/trade/(?:ToolButton|tool-icons|trade-command|use-chart-words|use-market-news)',
);

/**
 * Groups of modules that share a file. Over HTTP/1.1 a phone asks for six files at once, and each takes a round trip, in
 * which five kilobytes of another file would have come. So what a landing screen needs is in few files.
 */
export const CHUNKS: Group[] = [
  { name: 'chart', test: /node_modules[\\/]klinecharts/, priority: 30 },
  { name: 'controls', test: CONTROLS, priority: 20 },
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/, priority: 10 },
  // The start previews no orders, although the index of the domain names what a preview needs.
  { name: 'ordering', test: ORDERING, priority: 6 },
  // One file compresses better than twenty that are all needed at the start.
  { name: 'start', tags: ['$initial'], priority: 5 },
  // The sign-in screens are small and share most of their code: one file loads faster than ten.
  {
    name: 'account',
    test: /trader[\\/]src[\\/](?:features[\\/]account[\\/](?!AreaSheet|filter-areas)|screens[\\/](?:login|register|forgot)[\\/])/,
    priority: 4,
  },
  { name: 'market', test: MARKET, priority: 4 },
  { name: 'charting', test: CHARTING, priority: 4 },
  { name: 'later', test: LATER, priority: 4 },
  { name: 'common', test: COMMON, priority: 4 },
];
