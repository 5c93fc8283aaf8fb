/**
 * Exit codes of the process. `rejected` means that the command completed, but products were rejected, assets failed, an adapter broke
 * guarantees, the audit log has faults, a data standard or a mapping was refused, required targets are not mapped, a restored database
 * differs from its backup, a moved database from its copy, or `doctor` found something to fix.
 */
export const exitCodes = { done: 0, rejected: 1, failed: 2 } as const;
