import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { restoreThenSave, saveValues, ValuesRefusedError } from './save-values.ts';

interface SaveRequest {
  value: unknown;
  /** The stored value that the person has seen. */
  seen: unknown;
  /** Restore the deleted product first. */
  restores: boolean;
}

/**
 * Saves one value of a product, unless it has changed since the person saw it; then the product is fetched again.
 * @param name the attribute, as the import names it
 * @param message the notification after success
 * @param done called after the product was fetched again, so that the old value does not appear in between and look like a conflict
 */
export function useGuardedSave(productId: string, name: string, message: string, done: () => void) {
  const { clientId } = useWork();
  const queryClient = useQueryClient();
  const [isStored, setIsStored] = useState(false);
  const save = useChange(
    (api, { value, seen, restores }: SaveRequest) =>
      (restores ? restoreThenSave : saveValues)(api, productId, { [name]: value }, { [name]: seen ?? null }),
    () => {
      setIsStored(true);
      return message;
    },
    { showsFailure: true },
  );
  const store = (request: SaveRequest) => {
    setIsStored(false);
    save.mutate(request, {
      onSuccess: done,
      onError(error) {
        if (error instanceof ValuesRefusedError || request.restores)
          void queryClient.invalidateQueries({ queryKey: [clientId] });
      },
    });
  };
  return {
    isPending: save.isPending,
    /** The value is stored and the product is being fetched again: leaving the page loses nothing. */
    isStored,
    error: save.error,
    reset() {
      setIsStored(false);
      save.reset();
    },
    store: (value: unknown, seen: unknown) => store({ value, seen, restores: false }),
    /** Restores the deleted product, then saves. */
    restoreAndStore: (value: unknown, seen: unknown) => store({ value, seen, restores: true }),
  };
}
