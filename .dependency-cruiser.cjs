// The table of rooms: who may import whom. docs/architecture.md shows it for people.
const ROOMS = {
  'packages/domain': [],
  'packages/engine': ['packages/domain'],
  'packages/copying': ['packages/domain', 'packages/engine'],
  'packages/contract': ['packages/domain'],
  'packages/client': ['packages/contract', 'packages/domain'],
  'packages/i18n': [],
  'packages/ui': [],
  'packages/web': ['packages/client', 'packages/ui', 'packages/i18n'],
  'apps/server': ['packages/domain', 'packages/engine', 'packages/copying', 'packages/contract', 'packages/i18n'],
  'apps/trader': [
    'packages/client',
    'packages/web',
    'packages/ui',
    'packages/i18n',
    'packages/contract',
    'packages/domain',
  ],
  'apps/strategies': ['packages/client', 'packages/contract', 'packages/domain'],
  'apps/office': [
    'packages/client',
    'packages/web',
    'packages/ui',
    'packages/i18n',
    'packages/contract',
    'packages/domain',
  ],
};

const tests = '(\\.(test|test-support)\\.tsx?$|^apps/server/tests/)';

/** One rule a room: it may reach itself and what the table grants, no other workspace. */
const tableRules = Object.entries(ROOMS).map(([room, granted]) => ({
  name: `room-${room.replace('/', '-')}`,
  severity: 'error',
  from: { path: `^${room}/`, pathNot: tests },
  to: { path: '^(packages|apps|e2e|bench|tools)/', pathNot: [room, ...granted].map((path) => `^${path}/`) },
}));

/** The same for the folders of the engine. The files beside them are its language (command, event, port, …), known to all. */
const ENGINE_ROOMS = {
  watch: [],
  core: ['watch'],
  decisions: ['core'],
  bursts: ['core', 'decisions'],
  keys: [],
  snapshot: ['core'],
  sim: [],
};

const engineRules = Object.entries(ENGINE_ROOMS).map(([room, granted]) => ({
  name: `engine-${room}`,
  severity: 'error',
  from: { path: `^packages/engine/src/${room}/`, pathNot: tests },
  to: {
    path: '^packages/engine/src/[^/]+/',
    pathNot: [room, ...granted].map((path) => `^packages/engine/src/${path}/`),
  },
}));

/** The same for the folders of the server. The composition and the entries beside it (main, verify, recover, drop-demo, migrate, archive, backup, restore) may import anything. */
const SERVER_ROOMS = {
  platform: [],
  db: ['platform'],
  market: ['platform', 'db'],
  bus: ['platform'],
  trading: ['platform', 'db', 'bus'],
  cluster: ['platform', 'db', 'bus', 'market', 'trading'],
  security: ['platform', 'db'],
  messages: ['platform', 'db'],
  http: ['platform', 'security'],
  uploads: ['platform', 'db', 'security', 'http'],
  staff: ['platform', 'db', 'security', 'http'],
  realtime: ['platform', 'security', 'http', 'market', 'trading'],
  features: [
    'platform',
    'db',
    'cluster',
    'security',
    'messages',
    'http',
    'uploads',
    'staff',
    'market',
    'trading',
    'realtime',
  ],
  backup: ['platform', 'db', 'security'],
};

const serverRules = [
  ...Object.entries(SERVER_ROOMS).map(([room, granted]) => ({
    name: `server-${room}`,
    severity: 'error',
    from: { path: `^apps/server/src/${room}/`, pathNot: tests },
    to: { path: '^apps/server/', pathNot: [room, ...granted].map((path) => `^apps/server/src/${path}/`) },
  })),
  {
    name: 'features-do-not-know-each-other',
    severity: 'error',
    from: { path: '^apps/server/src/features/([^/]+)/' },
    to: { path: '^apps/server/src/features/([^/]+)/', pathNot: '^apps/server/src/features/$1/' },
  },
  {
    name: 'users-side-of-a-feature-does-not-know-its-staff-side',
    severity: 'error',
    from: {
      path: '^apps/server/src/features/([^/]+)/',
      pathNot: ['^apps/server/src/features/[^/]+/staff/', '^apps/server/src/features/office/'],
    },
    to: { path: '^apps/server/src/features/$1/staff/' },
  },
  {
    name: 'parts-of-the-office-do-not-know-each-other',
    severity: 'error',
    from: { path: '^apps/server/src/features/office/([^/]+)/' },
    to: {
      path: '^apps/server/src/features/office/([^/]+)/',
      pathNot: '^apps/server/src/features/office/$1/',
    },
  },
  {
    name: 'server-config',
    severity: 'error',
    from: { path: '^apps/server/src/config[^/]*$', pathNot: tests },
    to: {
      path: '^apps/server/',
      pathNot: [
        '^apps/server/src/config[^/]*$',
        '^apps/server/src/(platform|security)/',
        // Names and settings of the live sources; no code of theirs.
        '^apps/server/src/market/feeds/live/(settings|source)\\.ts$',
      ],
    },
  },
  {
    name: 'nothing-imports-entries',
    severity: 'error',
    from: { path: '^apps/server/src/' },
    to: { path: '^apps/server/src/(main|verify|recover|drop-demo|migrate|archive|backup|restore)\\.ts$' },
  },
];

const within = (app, ...folders) => `^apps/${app}/src/(${folders.join('|')})/`;
const forbid = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to });

/**
 * Rooms of the pages. Each imports what stands to its right alone:
 * trader: app → screens → features → chart, shared; office: app → screens → lists → actions → shared.
 */
const pageRules = [
  forbid('trader-app-is-above-all', within('trader', 'screens', 'features', 'chart', 'shared'), {
    path: '^apps/trader/src/(app/|main\\.tsx)',
  }),
  forbid('trader-screens-are-for-app-alone', within('trader', 'features', 'chart', 'shared'), {
    path: within('trader', 'screens'),
  }),
  forbid('trader-features-are-above-shared', within('trader', 'chart', 'shared'), {
    path: within('trader', 'features'),
  }),
  forbid('trader-chart-and-shared-do-not-know-each-other', within('trader', 'chart'), {
    path: within('trader', 'shared'),
  }),
  forbid('trader-shared-and-chart-do-not-know-each-other', within('trader', 'shared'), {
    path: within('trader', 'chart'),
  }),
  forbid('trader-screens-do-not-know-each-other', '^apps/trader/src/screens/([^/]+)/', {
    path: within('trader', 'screens'),
    pathNot: '^apps/trader/src/screens/$1/',
  }),
  forbid('trader-features-do-not-know-each-other', '^apps/trader/src/features/([^/]+)/', {
    path: within('trader', 'features'),
    pathNot: '^apps/trader/src/features/$1/',
  }),
  forbid('trader-chart-library-stays-behind-the-port', '^apps/trader/src/(?!chart/)', {
    path: '(^apps/trader/src/chart/kline-|node_modules/klinecharts/)',
  }),
  forbid('office-app-is-above-all', within('office', 'screens', 'lists', 'actions', 'shared'), {
    path: '^apps/office/src/(app/|main\\.tsx)',
  }),
  forbid('office-screens-are-for-app-alone', within('office', 'lists', 'actions', 'shared'), {
    path: within('office', 'screens'),
  }),
  forbid('office-screens-do-not-know-each-other', '^apps/office/src/screens/([^/]+)/', {
    path: within('office', 'screens'),
    pathNot: '^apps/office/src/screens/$1/',
  }),
  forbid('office-lists-are-above-actions', within('office', 'actions', 'shared'), { path: within('office', 'lists') }),
  forbid('office-actions-are-above-shared', within('office', 'shared'), { path: within('office', 'actions') }),
];

module.exports = {
  forbidden: [
    // A cycle of types alone is a cycle: neither file can be read without the other.
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'one-entry-per-package',
      severity: 'error',
      from: { path: '^(packages|apps|e2e|bench|tools)/([^/]+)/' },
      to: {
        path: '^packages/[^/]+/src/',
        pathNot: [
          '^packages/$2/',
          '^packages/[^/]+/src/index\\.tsx?$',
          '^packages/(engine|copying)/src/sim/index\\.ts$',
          '^packages/ui/src/[a-z-]+\\.css$',
        ],
      },
    },
    {
      name: 'nothing-imports-tools',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: tests },
      to: { path: '^(e2e|bench|tools)/' },
    },
    ...tableRules,
    ...engineRules,
    ...serverRules,
    ...pageRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(dist|generated)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
