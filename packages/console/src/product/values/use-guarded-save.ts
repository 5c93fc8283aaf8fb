import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { restoreThenSave, saveValues, ValuesRefused } from './save-values.ts';

interface Wish {
  value: unknown;
  /** What is stored as far as the person knows. */
  seen: unknown;
  /** The product was deleted: it is restored first. */
  restores: boolean;
}

/**
 * Saves one value of a product unless somebody else has changed it since it was seen; then what is stored now is read again.
 * @param name what the import calls it
 * @param message what to tell when it is stored
 * @param done it is stored, and what is stored was read again: nobody is shown the old value in between, or takes it for somebody else's
 */
export function useGuardedSave(productId: string, name: string, message: string, done: () => void) {
  const { clientId } = useWork();
  const queryClient = useQueryClient();
  const [isStored, setIsStored] = useState(false);
  const save = useChange(
    (api, { value, seen, restores }: Wish) =>
      (restores ? restoreThenSave : saveValues)(api, productId, { [name]: value }, { [name]: seen ?? null }),
    () => {
      setIsStored(true);
      return message;
    },
    { showsFailure: true },
  );
  const store = (wish: Wish) => {
    setIsStored(false);
    save.mutate(wish, {
      onSuccess: done,
      onError(error) {
        if (error instanceof ValuesRefused || wish.restores)
          void queryClient.invalidateQueries({ queryKey: [clientId] });
      },
    });
  };
  return {
    isPending: save.isPending,
    /** The service has it, and what it has is being read again: who leaves now loses nothing. */
    isStored,
    error: save.error,
    reset() {
      setIsStored(false);
      save.reset();
    },
    store: (value: unknown, seen: unknown) => store({ value, seen, restores: false }),
    /** Makes the deleted product again, then saves. */
    restoreAndStore: (value: unknown, seen: unknown) => store({ value, seen, restores: true }),
  };
}
