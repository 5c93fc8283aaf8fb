import { useGuardedSaves } from './use-guarded-saves.ts';

/**
 * Saves one value of a product, unless the value has changed since the user saw it. If it has changed, the product is fetched again.
 * @param name the attribute's name in the import format
 * @param message the notification after success
 * @param done called with the sent value and the stored value, after the product has been fetched again
 */
export function useGuardedSave(
  productId: string,
  name: string,
  message: string,
  done: (sent: unknown, stored: unknown) => void,
) {
  const save = useGuardedSaves(
    productId,
    () => message,
    (values) => {
      for (const { sent, stored } of values) done(sent, stored);
    },
  );
  const { isPending, isStored, error, reset } = save;
  return {
    isPending,
    isStored,
    error,
    reset,
    store: (value: unknown, seen: unknown) => save.store([{ name, value, seen }]),
    restoreAndStore: (value: unknown, seen: unknown) => save.restoreAndStore([{ name, value, seen }]),
  };
}
