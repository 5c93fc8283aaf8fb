/** Rules of `npm run check -- shape`: the allowed kinds of file, the average size of files, and the number of files in a folder. */

/** Rooms whose files form a pipeline. The names of these files are only nouns and do not end in a kind. */
export const pipelineRooms = [
  'assets/content',
  'assets/download',
  'imports/files',
  'imports/judge',
  'imports/read',
  'imports/run',
  'imports/store',
  'readiness/evaluate',
  'readiness/values',
  'standards/export',
  'standards/judge',
  'standards/read',
  'structure/definitions',
  'structure/values',
];

/** Allowed kinds of file in the features of the server. The kind is the last part of the file name. */
export const fileKinds = [
  'cache',
  'cursor',
  'feature',
  'routes',
  'rules',
  'runner',
  'secrets',
  'service',
  'store',
  'thread',
  'types',
  'views',
];

export const limits = {
  /** The average size of the source files of all packages and adapters must be below this number of bytes. */
  meanFileBytes: 3_000,
  filesInFolder: 25,
};
