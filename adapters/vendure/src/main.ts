import { runAdapterProgram } from '@pimento/adapter-kit';
import { settingsFromEnvironment } from './shop-settings.ts';
import { createVendureAdapter } from './vendure-adapter.ts';

let adapter: ReturnType<typeof createVendureAdapter> | undefined;
try {
  adapter = createVendureAdapter(settingsFromEnvironment(process.env));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
if (adapter) await runAdapterProgram(adapter);
