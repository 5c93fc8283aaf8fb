// Entry point for import threads, which load it only when they work with a file.
export { openFileBody } from './file-body.ts';
export { withSpool } from './file-spool.ts';
export { runFileWork } from './file-work.ts';
