import { useQueryClient } from '@tanstack/react-query';
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
 * @param done what to tell
 */
export function useGuardedSave(productId: string, name: string, done: () => string) {
  const { clientId } = useWork();
  const queryClient = useQueryClient();
  const save = useChange(
    (api, { value, seen }: Wish) => saveValues(api, productId, { [name]: value }, { [name]: seen ?? null }),
    done,
    { showsFailure: true },
  );
  return {
    isPending: save.isPending,
    error: save.error,
    reset: save.reset,
    store: (value: unknown, seen: unknown) =>
      save.mutate(
        { value, seen },
        {
          onError(error) {
            if (error instanceof ValuesRefused) void queryClient.invalidateQueries({ queryKey: [clientId] });
          },
        },
      ),
  };
}
