export type { AdapterCaller, Caller, ClientCaller, OperatorCaller } from './caller.ts';
export { systemClock, type Clock } from './clock.ts';
export { openDatabase, type Connection, type Database, type DatabaseHandle } from './database.ts';
export { errorCode, isDatabaseUnavailable, isSerializationConflict, PimentoError } from './errors.ts';
export { createHttpApp } from './http-app.ts';
export { createLog, type Log } from './log.ts';
export { listMigrations, migrate } from './migrator.ts';
export { adapterRoute, clientRoute, openRoute, operatorRoute, type Call, type Reply, type Route } from './routes.ts';
