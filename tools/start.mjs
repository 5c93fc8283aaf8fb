// Plain JavaScript without new syntax, so that an old Node can parse this file and report that its version is too old.
const needed = 24;
if (Number(process.versions.node.split('.')[0]) < needed) {
  console.error(
    `Pimento needs Node ${needed} or later; this is ${process.version} (${process.execPath}).\n` +
      'Start it with `npm start` after `npm ci`, which brings a Node of its own on Linux,\n' +
      `or install Node ${needed} from https://nodejs.org and try again.`,
  );
  process.exit(1);
}
const { buildConsole } = await import('./console-build.ts');
await buildConsole();
process.argv.splice(2, 0, 'start');
await import('../packages/cli/bin/pimento.mjs');
