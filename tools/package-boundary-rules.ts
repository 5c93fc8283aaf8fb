// The boundaries between packages, and the rules for all folders. tools/boundary-rules.ts uses them.

import type { IForbiddenRuleType } from 'dependency-cruiser';

const server = 'packages/server/src';

/** The files of the contract that browsers load. */
const browserParts = [
  'wire(-access|-standards)?[.]ts$',
  'text/',
  'problems/(files/)?english',
  'problems/(first-bytes|problem-sentences|requirement)[.]ts$',
].map((path) => `^packages/contract/src/${path}`);

export const packages: IForbiddenRuleType[] = [
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
        '^(node:)?(buffer|stream|zlib)$',
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
export const beside: IForbiddenRuleType[] = [
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

export const everywhere: IForbiddenRuleType[] = [
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
