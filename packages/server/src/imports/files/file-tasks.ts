// An import thread loads this module only when it gets its first task that needs a file.
export { prepareFile } from './feed-preparation.ts';
export { openFileBody } from './file-body.ts';
export { withSpool } from './file-spool.ts';
export { runFileWork } from './file-work.ts';
