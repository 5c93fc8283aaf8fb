// Defines the import order of ARCHITECTURE.md as dependency-cruiser rules. tools/fixtures/boundaries breaks every rule once on
// purpose, and tools/boundaries.ts fails if a violation is not found. This is necessary because dependency-cruiser checks nothing and
// still exits with 0 if it cannot load the compiler.

import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';
import { beside, everywhere, packages } from './package-boundary-rules.ts';

/** Features of the server, low to high. A feature imports only from the features before it in this list. */
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
  'comments',
  'installation',
  'backup',
  'move',
  'doctor',
  'distribution',
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
 * Rooms (subfolders) by folder, low to high. A room imports only from the rooms before it in its list. Files directly in the folder come
 * last. The folders of the console are rooms as well: first texts, components and session, then the features, and finally the frame around
 * all screens (`app`).
 */
const rooms: Record<string, string[]> = {
  'packages/server/src/platform': [
    'memory',
    'encoding',
    'telemetry',
    'database',
    'background',
    'replica',
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
  'packages/server/src/notices': ['inbox', 'sources', 'mail', 'work-list'],
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
    'comments',
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
    'comments',
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
    'installation',
    'audit',
    'notices',
    'settings',
    'app',
  ],
  'packages/console/src/ui': ['fields', 'loading'],
  'packages/console/src/session': ['labels'],
  'packages/console/src/app': ['navigation', 'palette', 'menus'],
  'packages/console/src/product': [
    'rows',
    'formatted',
    'plain',
    'nested',
    'rejection',
    'sections',
    'saving',
    'values',
    'history',
    'packaging',
    'create',
    'compare',
  ],
  'packages/console/src/products': ['filter', 'categories', 'saved-views', 'bulk', 'selection', 'grid'],
  'packages/console/src/bulk': ['texts'],
  'packages/console/src/imports': ['undo'],
  'packages/console/src/assets': ['record', 'upload', 'list', 'library', 'detail'],
  'packages/console/src/import-wizard': ['texts', 'draft'],
  'packages/console/src/attributes': ['changes', 'conversion', 'editor', 'selection', 'order'],
  'packages/console/src/settings': ['sign-on'],
  'packages/console/src/standards': ['texts', 'targets', 'parts'],
  'packages/console/src/mapping': ['texts', 'draft', 'formula', 'steps', 'value-maps', 'targets'],
  'packages/console/src/readiness': ['texts', 'outcome', 'product', 'grid', 'board'],
  'packages/console/src/channels': ['accounts', 'automatic', 'products'],
};

/**
 * Files directly in a folder that its rooms may also import. They import nothing from the rooms, except for `log`, which gets the trace id
 * from `telemetry`. An entry replaces the default, `*-types.ts`.
 */
const roomFloor: Record<string, string> = {
  'packages/server/src/platform':
    '(client-activity|clock|errors|fair-turn-rules|fair-turns|ids|json-pointer|log|metrics|start-refused|storable-text)[.]ts$',
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
