export { type Comparison, compareDatabases, type Moved, moveDatabase } from './move-service.ts';
export type { MoveOptions } from './move-types.ts';
