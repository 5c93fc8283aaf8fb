/** Exit codes of the process. `rejected` means that the import completed but products were rejected. */
export const exitCodes = { done: 0, rejected: 1, failed: 2 } as const;
