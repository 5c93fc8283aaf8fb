/** Lets at most `most` pieces of work run at once; the others wait in their order. */
export function createSlots(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return async (work) => {
    if (taken >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else taken++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else taken--;
    }
  };
}
