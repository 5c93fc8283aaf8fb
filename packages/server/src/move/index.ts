export { type Comparison, compareDatabases, type Moved, moveDatabase } from './move-service.ts';
export { type MoveDeps, type MoveOptions, MoveRefusedError } from './move-types.ts';
