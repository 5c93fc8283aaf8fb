/**
 * Exit codes of the process. `rejected`: the command completed, but products were rejected, assets failed, an adapter broke guarantees, or
 * the audit log has faults.
 */
export const exitCodes = { done: 0, rejected: 1, failed: 2 } as const;
