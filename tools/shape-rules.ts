/** The limits of `npm run check -- shape`: how much of the code has a kind, and how large files and folders are. */

/** Rooms in which data passes from file to file: their files are named only for their noun. */
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

/** Kinds of file in the features of the server, by the end of their names. */
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
  /** Bytes of a source file, on average over all packages. */
  meanFileBytes: 3_000,
  filesInFolder: 25,
};
