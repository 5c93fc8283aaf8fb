import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';
import { saveValues, ValuesRefused } from './save-values.ts';

interface Wish {
  value: unknown;
  /** What is stored as far as the person knows. */
  seen: unknown;
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
    (api, { value, seen }: Wish) => saveValues(api, productId, { [name]: value }, { [name]: seen ?? null }),
    () => {
      setIsStored(true);
      return message;
    },
    { showsFailure: true },
  );
  return {
    isPending: save.isPending,
    /** The service has it, and what it has is being read again: who leaves now loses nothing. */
    isStored,
    error: save.error,
    reset() {
      setIsStored(false);
      save.reset();
    },
    store(value: unknown, seen: unknown) {
      setIsStored(false);
      save.mutate(
        { value, seen },
        {
          onSuccess: done,
          onError(error) {
            if (error instanceof ValuesRefused) void queryClient.invalidateQueries({ queryKey: [clientId] });
          },
        },
      );
    },
  };
}
