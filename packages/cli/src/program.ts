import { Command } from 'commander';
import packageFile from '../package.json' with { type: 'json' };
import { addAdapterCommands } from './commands/adapter-commands.ts';
import { addAttributeCommands } from './commands/attribute-commands.ts';
import { addChannelCommands } from './commands/channel-commands.ts';
import { addClientCommands } from './commands/client-commands.ts';
import type { Surroundings } from './commands/command-context.ts';
import { addDatabaseCommands } from './commands/database-commands.ts';
import { addDefinitionCommands } from './commands/definition-commands.ts';
import { addExportCommand } from './commands/files/export-command.ts';
import { addImportCommand } from './commands/files/import-command.ts';
import { addJobCommands } from './commands/job-commands.ts';
import { addKeyCommands } from './commands/key-commands.ts';
import { addGatewayCommands } from './commands/gateway-commands.ts';
import { addAuditCommands } from './commands/audit-commands.ts';
import { addMappingCommands } from './commands/standards/mapping-commands.ts';
import { addFileMappingCommands } from './commands/files/file-mapping-commands.ts';
import { addSourceCommands } from './commands/files/source-commands.ts';
import { addFilesCommands } from './commands/files/files-commands.ts';
import { addFormulaCommands } from './commands/standards/formula-command.ts';
import { addReadinessCommands } from './commands/standards/readiness-commands.ts';
import { addProviderCommands } from './commands/provider-commands.ts';
import { addPeopleCommands } from './commands/people-commands.ts';
import { addProductCommands } from './commands/product-commands.ts';
import { addSecretCommands } from './commands/secret-commands.ts';
import { addStandardCommands } from './commands/standards/standard-commands.ts';
import { addBackupCommands } from './commands/upkeep/backup-commands.ts';
import { addDoctorCommand } from './commands/upkeep/doctor-command.ts';
import { addRestoreCommand } from './commands/upkeep/restore-command.ts';
import { addStartCommand } from './commands/start-command.ts';

const about = `
Service and key: --url and --key, otherwise PIMENTO_URL and PIMENTO_KEY, otherwise the file that the first start
wrote to the data folder (--data, otherwise PIMENTO_DATA_DIR, otherwise ./data). All users of this machine can see
a key on the command line; prefer the environment.

Exit codes: 0 success, 1 products or a document were rejected or something has to be fixed, 2 failure.

Examples:
  $ pimento start
  $ pimento definitions put attributes.json
  $ pimento import products.json
  $ pimento products list --where 'color=blue'
  $ pimento export --family olives-green --out olives.ndjson.gz`;

/** Creates the parser of the whole command line. */
export function createProgram(surroundings: Surroundings): Command {
  const program = new Command('pimento')
    .description('Product information management: the service and its command line.')
    .version(packageFile.version)
    .option('--url <address>', 'address of the service')
    .option('--key <key>', 'secret of a key, or keyId:secret')
    .option('--data <folder>', 'data folder of a service on this machine')
    .option('--json', 'print JSON for programs')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText('after', about);
  const adders = [
    addStartCommand,
    addImportCommand,
    addExportCommand,
    addFilesCommands,
    addFileMappingCommands,
    addSourceCommands,
    addDefinitionCommands,
    addAttributeCommands,
    addProductCommands,
    addJobCommands,
    addKeyCommands,
    addClientCommands,
    addAuditCommands,
    addPeopleCommands,
    addProviderCommands,
    addGatewayCommands,
    addChannelCommands,
    addStandardCommands,
    addMappingCommands,
    addReadinessCommands,
    addFormulaCommands,
    addDatabaseCommands,
    addBackupCommands,
    addRestoreCommand,
    addDoctorCommand,
    addSecretCommands,
    addAdapterCommands,
  ];
  for (const add of adders) add(program, surroundings);
  return program;
}
