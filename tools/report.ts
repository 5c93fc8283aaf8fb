/** Prints the reason and exits with 1. */
export function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}
