import { installOutside } from './outside-install.ts';

/** The npm package that contains Node.js 22, the oldest version that runs the packages. It works only on Linux. */
const oldNode = { package: `node-linux-${process.arch}`, version: '22.23.5' };

/** Installs Node.js 22 in a temporary folder, which exists until the result is disposed of. `folder` contains the `node` program. */
export function installOldNode(): AsyncDisposable & { folder: string } {
  const installed = installOutside([`${oldNode.package}@${oldNode.version}`]);
  return {
    folder: `${installed.modules}/${oldNode.package}/bin`,
    [Symbol.asyncDispose]: () => installed[Symbol.asyncDispose](),
  };
}
