import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnswerOf, getProduct } from '@pimento/contract/wire';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { keepOutcomes } from './edited-outcomes.tsx';
import { restoreThenSave, saveValues, storedBySave, ValuesRefusedError } from './save-values.ts';
import { type SavedValue, useSavedNotice } from './use-saved-notice.ts';

interface SaveRequest extends SavedValue {
  /** True if the deleted product must be restored first. */
  restores: boolean;
}

/**
 * Saves one value of a product, unless the value has changed since the user saw it. If it has changed, the product is fetched again.
 * @param name the attribute's name in the import format
 * @param message the notification after success
 * @param done called with the sent value and the stored value, after the product has been fetched again. If it were called earlier, the old
 * value would reappear for a moment and look like a conflict
 */
export function useGuardedSave(
  productId: string,
  name: string,
  message: string,
  done: (sent: unknown, stored: unknown) => void,
) {
  const { clientId } = useWork();
  const queryClient = useQueryClient();
  const [isStored, setIsStored] = useState(false);
  const notify = useSavedNotice(productId, name, message);
  const save = useChange(
    (api, { value, seen, restores }: SaveRequest) =>
      (restores ? restoreThenSave : saveValues)(api, productId, { [name]: value }, { [name]: seen ?? null }),
    (report, request) => {
      setIsStored(true);
      keepOutcomes(queryClient, clientId, productId, report);
      notify(request);
      return undefined;
    },
    { showsFailure: true },
  );
  const fetchedProduct = () =>
    queryClient.getQueryData<AnswerOf<typeof getProduct>>(callKey(clientId, getProduct, { params: { productId } }));
  const store = (request: SaveRequest) => {
    setIsStored(false);
    const before = fetchedProduct();
    save.mutate(request, {
      onSuccess(report) {
        const fetched = fetchedProduct();
        // otherwise the undo expects the sent value, and changes nothing if another value is stored
        Object.assign(request, storedBySave(name, report, before, fetched));
        // React Query notifies components of the fetched product in a separate task. If the edit ended before that task, the field would
        // show its old value for a moment, and the first rows of a composite would lose the keyboard focus.
        notifyManager.schedule(() => {
          setIsStored(false);
          done(request.value, fetched?.product[name]);
        });
      },
      onError(error) {
        if (error instanceof ValuesRefusedError || request.restores)
          void queryClient.invalidateQueries({ queryKey: [clientId] });
      },
    });
  };
  return {
    isPending: save.isPending,
    /** True as soon as the value is stored, even before the product is fetched again. The user can then leave the page. */
    isStored,
    error: save.error,
    reset() {
      setIsStored(false);
      save.reset();
    },
    store: (value: unknown, seen: unknown) => store({ value, seen, restores: false }),
    restoreAndStore: (value: unknown, seen: unknown) => store({ value, seen, restores: true }),
  };
}
