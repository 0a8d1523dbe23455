// The table of rooms: who may import whom. docs/architecture.md shows it for people.
const ROOMS = {
  'packages/domain': [],
  'packages/engine': ['packages/domain'],
  'packages/contract': ['packages/domain'],
  'packages/client': ['packages/contract', 'packages/domain'],
  'packages/i18n': [],
  'packages/ui': [],
  'apps/server': ['packages/domain', 'packages/engine', 'packages/contract', 'packages/i18n'],
  'apps/trader': ['packages/client', 'packages/ui', 'packages/i18n', 'packages/contract', 'packages/domain'],
  'apps/strategies': ['packages/client', 'packages/contract'],
  'apps/office': ['packages/client', 'packages/ui', 'packages/i18n', 'packages/contract', 'packages/domain'],
};

const tests = '\\.test\\.tsx?$';

/** One rule a room: it may reach itself and what the table grants, no other workspace. */
const tableRules = Object.entries(ROOMS).map(([room, granted]) => ({
  name: `room-${room.replace('/', '-')}`,
  severity: 'error',
  from: { path: `^${room}/`, pathNot: tests },
  to: { path: '^(packages|apps|e2e|bench|tools)/', pathNot: [room, ...granted].map((path) => `^${path}/`) },
}));

/** Rooms of the server: what each may not know. */
const serverRules = [
  {
    name: 'server-lower-rooms-know-no-feature',
    severity: 'error',
    from: { path: '^apps/server/src/(trading|market|realtime|db|platform)/' },
    to: { path: '^apps/server/src/features/' },
  },
  {
    name: 'features-do-not-know-each-other',
    severity: 'error',
    from: { path: '^apps/server/src/features/([^/]+)/' },
    to: { path: '^apps/server/src/features/([^/]+)/', pathNot: '^apps/server/src/features/$1/' },
  },
  {
    name: 'only-entries-compose',
    severity: 'error',
    from: { path: '^apps/server/src/(trading|market|realtime|db|platform|features)/' },
    to: { path: '^apps/server/src/(composition|main)\\.ts$' },
  },
];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'one-entry-per-package',
      severity: 'error',
      from: { path: '^(packages|apps|e2e|bench|tools)/([^/]+)/' },
      to: {
        path: '^packages/[^/]+/src/',
        pathNot: [
          '^packages/$2/',
          '^packages/[^/]+/src/index\\.tsx?$',
          '^packages/engine/src/sim/index\\.ts$',
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
    ...serverRules,
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
