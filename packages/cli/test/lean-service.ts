// Starts a service for a journey: `node lean-service.ts <data folder>`. Unlike `pimento start`, it loads no other commands, and starts the
// import threads only with the first import. This saves 0.7 s of processor time per journey. Journeys and tests of the first start and of
// the command line use `pimento start`.
import { startPimento } from '@pimento/server';

await startPimento({ port: '0', data: process.argv[2], startsImportThreads: false });
