/** Returns the context that binds a sealed e-mail to its row. */
export const contextOf = (mailId: string): string => `mail\u001f${mailId}`;
