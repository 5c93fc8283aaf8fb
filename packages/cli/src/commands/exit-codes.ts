/**
 * Exit codes of the process. `rejected` means that the command completed, but found faults. Examples are rejected products, a refused data
 * standard, damaged files in a backup, and a finding of `doctor`. `failed` means that the command could not be completed.
 */
export const exitCodes = { done: 0, rejected: 1, failed: 2 } as const;
