/** Limits of `npm run check -- shape`: the share of files that have a kind, and the size of files and folders. */

/** Rooms whose files form a pipeline; the file names are only a noun, without a kind. */
export const pipelineRooms = [
  'assets/content',
  'assets/download',
  'imports/judge',
  'imports/read',
  'imports/run',
  'imports/store',
  'structure/definitions',
  'structure/values',
];

/** Allowed kinds of file in the features of the server; the kind is the last part of the file name. */
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
  /** Max average size of a source file in bytes, over all packages. */
  meanFileBytes: 3_000,
  filesInFolder: 25,
};
