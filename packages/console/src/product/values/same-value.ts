/** Whether two values of the history are the same; both are JSON whose members are in the order in which they are stored. */
export const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
