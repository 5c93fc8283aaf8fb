// The part of file imports that import threads load, and only when they work with a file.
export { prepareFile } from './feed-preparation.ts';
export { openFileBody } from './file-body.ts';
export { withSpool } from './file-spool.ts';
export { runFileWork } from './file-work.ts';
