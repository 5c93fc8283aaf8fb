/** What the process answers with. `rejected`: the import went through and the service did not take every product. */
export const exitCodes = { done: 0, rejected: 1, failed: 2 } as const;
