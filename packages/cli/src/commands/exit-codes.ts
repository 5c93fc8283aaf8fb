/**
 * Exit codes of the process. `rejected` means that the command completed, but products were rejected, assets failed, an adapter broke
 * guarantees, the audit log has faults, a data standard or a mapping was refused, or required targets are not mapped.
 */
export const exitCodes = { done: 0, rejected: 1, failed: 2 } as const;
