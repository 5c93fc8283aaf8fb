// Defines the import order of ARCHITECTURE.md as dependency-cruiser rules. tools/fixtures/boundaries breaks every rule once on
// purpose, and tools/boundaries.ts fails if a violation is not found. This is necessary because dependency-cruiser checks nothing and
// still exits with 0 if it cannot load the compiler.

import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';

/** Features of the server, low to high: a feature imports only from the features before it in this list. */
const features = [
  'platform',
  'audit',
  'access',
  'events',
  'structure',
  'assets',
  'catalog',
  'imports',
  'channels',
  'standards',
  'readiness',
  'submissions',
  'tenancy',
  'notices',
  'backup',
  'doctor',
];

const server = 'packages/server/src';

const featureOrder = features.map((feature, place): IForbiddenRuleType => ({
  name: `order-${feature}`,
  comment: `${feature} may import only ${features.slice(0, place).join(', ') || 'nothing'} of the server`,
  severity: 'error',
  from: { path: `^${server}/${feature}/` },
  to: {
    path: [...features.slice(place + 1).map((higher) => `^${server}/${higher}/`), `^${server}/(compose|main)[.]ts$`],
  },
}));

/**
 * Rooms (subfolders) by folder, low to high: a room imports only from the rooms before it in its list. Files directly in the folder come
 * last. The folders of the console are rooms as well: first texts, components and session, then the features, and finally the frame around
 * all screens (`app`).
 */
const rooms: Record<string, string[]> = {
  'packages/server/src/platform': [
    'memory',
    'encoding',
    'database',
    'background',
    'postgres',
    'objects',
    'outbound',
    'http',
  ],
  'packages/server/src/structure': ['values', 'definitions', 'state', 'stored-values', 'changes'],
  'packages/server/src/access': [
    'credentials',
    'mail',
    'sign-in',
    'people',
    'quotas',
    'keys',
    'sessions',
    'providers',
    'passkeys',
  ],
  'packages/server/src/assets': ['references', 'content', 'records', 'preview', 'download', 'conversion'],
  'packages/server/src/catalog': ['product', 'views', 'history', 'search', 'changes', 'deletion', 'export', 'saved'],
  'packages/server/src/imports': ['read', 'judge', 'store', 'jobs', 'sources', 'mappings', 'files', 'bulk', 'run'],
  'packages/server/src/standards': ['judge', 'export', 'read', 'versions', 'mapping', 'suggestions'],
  'packages/server/src/readiness': [
    'values',
    'evaluate',
    'rulesets',
    'evaluations',
    'drafts',
    'thread',
    'reports',
    'gate',
  ],
  'packages/server/src/submissions': ['snapshot', 'progress', 'delivery', 'submit', 'automatic'],
  'packages/server/src/tenancy': ['tables', 'archive', 'deletion'],
  'packages/server/src/notices': ['inbox', 'sources', 'mail'],
  'packages/server/src/backup': ['repository', 'contents'],
  'packages/contract/src': [
    'text',
    'problems',
    'operation',
    'access',
    'data',
    'assets',
    'products',
    'channels',
    'standards',
    'readiness',
    'submissions',
    'notices',
  ],
  'packages/formula/src': ['values', 'units', 'tables', 'syntax', 'functions', 'compile', 'editor'],
  'packages/files/src': [
    'source',
    'text',
    'csv',
    'xml',
    'xlsx',
    'recognise',
    'format',
    'columns',
    'mapping',
    'feed-items',
    'feeds',
    'write',
    'table',
  ],
  'packages/cli/src': ['output', 'input', 'convert', 'commands'],
  'packages/console/src': [
    'i18n',
    'ui',
    'session',
    'links',
    'keys',
    'bulk',
    'imports',
    'import-wizard',
    'import-sources',
    'assets',
    'connections',
    'product-query',
    'standards',
    'mapping',
    'readiness',
    'submit',
    'submissions',
    'channels',
    'product',
    'products',
    'attributes',
    'home',
    'gateway',
    'audit',
    'notices',
    'settings',
    'app',
  ],
  'packages/console/src/ui': ['fields', 'loading'],
  'packages/console/src/app': ['navigation', 'palette', 'menus'],
  'packages/console/src/product': ['rows', 'plain', 'nested', 'values', 'history', 'packaging', 'create'],
  'packages/console/src/products': ['filter', 'saved-views', 'bulk', 'selection', 'grid'],
  'packages/console/src/bulk': ['texts'],
  'packages/console/src/assets': ['record', 'upload', 'list', 'detail'],
  'packages/console/src/import-wizard': ['texts', 'draft'],
  'packages/console/src/attributes': ['changes', 'conversion', 'editor'],
  'packages/console/src/settings': ['sign-on'],
  'packages/console/src/standards': ['texts', 'targets', 'parts'],
  'packages/console/src/mapping': ['texts', 'draft', 'formula', 'value-maps', 'targets'],
  'packages/console/src/readiness': ['texts', 'outcome', 'board', 'product'],
  'packages/console/src/channels': ['accounts', 'automatic', 'products'],
};

/** Files in a folder that its rooms may also import, because these files import nothing from the rooms; by default `*-types.ts`. */
const roomFloor: Record<string, string> = {
  'packages/server/src/platform':
    '(clock|errors|fair-turn-rules|fair-turns|ids|json-pointer|log|metrics|start-refused|storable-text)[.]ts$',
  'packages/console/src/assets': 'assets[.]module[.]css$',
  'packages/console/src/channels': '(channel-search[.]ts|channels[.]module[.]css)$',
  'packages/console/src/standards': 'standard[.]module[.]css$',
  'packages/console/src/mapping': 'mapping[.]module[.]css$',
  'packages/console/src/readiness': '(readiness-types[.]ts|readiness[.]module[.]css)$',
};

const roomOrder = Object.entries(rooms).flatMap(([folder, order]) =>
  order.map((room, index): IForbiddenRuleType => ({
    name: `rooms-${folder.split('/').findLast((step) => step !== 'src')}-${room}`,
    comment: `${room} may import only ${order.slice(0, index).join(', ') || 'no other room'} of ${folder}`,
    severity: 'error',
    from: { path: `^${folder}/${room}/` },
    to: {
      path: [...order.slice(index + 1).map((higher) => `^${folder}/${higher}/`), `^${folder}/[^/]+$`],
      pathNot: `^${folder}/${roomFloor[folder] ?? '[^/]+-types[.]ts$'}`,
    },
  })),
);

/** Rooms with pure logic, which use no database, files or network. */
const pureRooms = [
  'imports/read',
  'imports/judge',
  'structure/values',
  'structure/definitions',
  'standards/read',
  'standards/judge',
  'standards/export',
  'readiness/values',
  'readiness/evaluate',
].map((room) => `^${server}/${room}/`);

const kinds: IForbiddenRuleType[] = [
  {
    name: 'rules-are-pure',
    comment: 'A rules file decides over plain data: no database, no files, no network, no service, no store',
    severity: 'error',
    from: { path: [`^${server}/.+-rules[.]ts$`, ...pureRooms] },
    to: {
      path: [
        `-(store|views|service|routes|runner)[.]ts$`,
        'node_modules/(pg|kysely|undici|fastify)/',
        '^(node:)?(fs|fs/promises|net|http|https|child_process)$',
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'stores-below-services',
    comment: 'Stores and views know neither services nor routes nor runners',
    severity: 'error',
    from: { path: `^${server}/.+-(store|views)[.]ts$` },
    to: { path: '-(service|routes|runner)[.]ts$' },
  },
  {
    name: 'services-below-routes',
    comment: 'A service knows neither routes nor runners',
    severity: 'error',
    from: { path: `^${server}/.+-service[.]ts$` },
    to: { path: '-(routes|runner)[.]ts$' },
  },
  {
    name: 'routes-write-through-services',
    comment: 'Routes call services and views, never a store',
    severity: 'error',
    from: { path: `^${server}/.+-routes[.]ts$` },
    to: { path: '-store[.]ts$' },
  },
];

const doors: IForbiddenRuleType[] = [
  {
    name: 'enter-through-index',
    comment:
      'A feature imports another one only through its index.ts, or core.ts, the part of it that needs no web server',
    severity: 'error',
    from: { path: `^${server}/([^/]+)/` },
    to: { path: `^${server}/[^/]+/`, pathNot: [`^${server}/$1/`, `^${server}/[^/]+/(index|core)[.]ts$`] },
  },
  {
    name: 'compose-through-index',
    comment: 'main, compose and config enter a feature only through its index.ts',
    severity: 'error',
    from: { path: `^${server}/[^/]+[.]ts$` },
    to: { path: `^${server}/[^/]+/`, pathNot: `^${server}/[^/]+/index[.]ts$` },
  },
];

/** The files of the contract that browsers load. */
const browserParts = [
  'wire(-access|-standards)?[.]ts$',
  'text/',
  'problems/(files/)?english',
  'problems/(first-bytes|problem-sentences|requirement)[.]ts$',
].map((path) => `^packages/contract/src/${path}`);

const packages: IForbiddenRuleType[] = [
  {
    name: 'contract-only-zod',
    comment: 'The contract is schemas and nothing else',
    severity: 'error',
    from: { path: '^packages/contract/src/' },
    to: { pathNot: ['^packages/contract/src/', 'node_modules/zod/'] },
  },
  {
    name: 'formula-only-re2js',
    comment: 'Formulas run in the server, browsers and the CLI: no I/O, no other package than the engine for patterns',
    severity: 'error',
    from: { path: '^packages/formula/src/' },
    to: { pathNot: ['^packages/formula/src/', 'node_modules/re2js/'] },
  },
  {
    name: 'files-pure',
    comment: 'The engine for files has no I/O of its own: its caller opens files; it uses only its readers and writers',
    severity: 'error',
    from: { path: '^packages/files/src/' },
    to: {
      pathNot: [
        '^packages/files/src/',
        'node_modules/(saxes|yauzl|yazl|@types/(yauzl|yazl|node))/',
        '^(node:)?(stream|zlib)$',
      ],
    },
  },
  {
    name: 'client-only-contract',
    comment: 'The client also runs in a browser: it knows the contract and nothing else',
    severity: 'error',
    from: { path: '^packages/client/src/' },
    to: { pathNot: ['^packages/client/src/', 'packages/contract/src/(index|wire|problems/first-bytes)[.]ts$'] },
  },
  {
    name: 'browsers-load-no-schemas',
    comment:
      'Client and console import only types from the contract; operations, names and limits come from its wire.ts',
    severity: 'error',
    from: { path: '^packages/(client|console)/src/' },
    to: { path: '^packages/contract/src/index[.]ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'browser-parts-without-schemas',
    comment: 'What browsers load of the contract imports only types from the rest, which would bring zod along',
    severity: 'error',
    from: { path: browserParts },
    to: { pathNot: browserParts, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'server-knows-contract-only',
    comment: 'The server imports no other packages of this repository than the contract, the formulas and the files',
    severity: 'error',
    from: { path: `^${server}/` },
    to: { path: '^packages/(client|cli|console|adapter-kit)/' },
  },
  {
    name: 'cli-through-client',
    comment: 'The CLI talks through the client; only local-server.ts may run the server or touch its database',
    severity: 'error',
    from: { path: '^packages/cli/', pathNot: '^packages/cli/(src/commands/local-server[.]ts$|test/)' },
    to: { path: '^packages/(server|console)/' },
  },
  {
    name: 'cli-adapter-kit-in-its-place',
    comment: 'Of the CLI only the adapter commands, which simulate and verify, know the adapter kit',
    severity: 'error',
    from: { path: '^packages/cli/src/', pathNot: '^packages/cli/src/commands/adapter-[^/]+[.]ts$' },
    to: { path: '^packages/adapter-kit/' },
  },
  {
    name: 'outside-through-client',
    comment: 'Console, adapter kit and adapters talk to the server over HTTP alone',
    severity: 'error',
    from: { path: '^(packages/(console|adapter-kit)/src|adapters)/' },
    to: { path: '^packages/(server|cli)/' },
  },
];

/** Rules for the folders next to `packages`. */
const beside: IForbiddenRuleType[] = [
  {
    name: 'journeys-from-outside',
    comment:
      'A journey uses the product as a person does: of its sources it imports the contract and the texts of the console alone',
    severity: 'error',
    from: { path: '^e2e/' },
    to: { path: '^packages/[^/]+/src/', pathNot: '^packages/(contract/src|console/src/i18n)/' },
  },
  {
    name: 'nothing-needs-a-benchmark',
    comment: 'Benchmarks measure; nothing else depends on them',
    severity: 'error',
    from: { pathNot: '^bench/' },
    to: { path: '^bench/' },
  },
  {
    name: 'tests-without-journeys',
    comment: 'The tests of a package do not import journeys or benchmarks',
    severity: 'error',
    from: { path: '^(packages|adapters)/[^/]+/test/' },
    to: { path: '^(e2e|bench)/' },
  },
];

const everywhere: IForbiddenRuleType[] = [
  {
    name: 'no-cycles',
    comment: 'Files that import each other in a circle cannot be read one after the other',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment: 'An import that cannot be resolved cannot be judged',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'sources-without-tests',
    comment: 'What ships does not import what tests it',
    severity: 'error',
    from: { path: '/src/' },
    to: { path: '^(packages/[^/]+/test|e2e|bench|tools)/' },
  },
];

export const boundaries = {
  forbidden: [...featureOrder, ...roomOrder, ...kinds, ...doors, ...packages, ...beside, ...everywhere],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // The adapter's test shop has its own lock file, and is installed only when a test needs it.
    exclude: { path: ['^packages/[^/]+/dist/', '^adapters/[^/]+/shop/', '^tools/fixtures/'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
} satisfies IConfiguration;
