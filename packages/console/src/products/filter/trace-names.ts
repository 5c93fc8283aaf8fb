/** The names of the conditions on the history of products. */
export const importChoice = '__IMPORT';
export const actorChoice = '__CHANGED_BY';

export const isTrace = (choice: string | null): boolean => choice === importChoice || choice === actorChoice;
