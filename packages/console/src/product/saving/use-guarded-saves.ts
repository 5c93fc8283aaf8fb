import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnswerOf, getProduct } from '@pimento/contract/wire';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { keepOutcomes } from './edited-outcomes.tsx';
import { restoreThenSave, saveValues, storedBySave, ValuesRefusedError } from './save-values.ts';
import { type SavedValue, useSavedNotice } from './use-saved-notice.ts';

interface SaveRequest {
  values: SavedValue[];
  /** True if the deleted product must be restored first. */
  restores: boolean;
}

/** A value to save, and the stored value that the user has seen. */
export type ValueToSave = Pick<SavedValue, 'name' | 'value' | 'seen'>;

/** A value that was sent, and how it is stored. */
export interface StoredValue {
  name: string;
  sent: unknown;
  stored: unknown;
}

const byName = (values: readonly SavedValue[], side: 'value' | 'seen') =>
  Object.fromEntries(values.map((one) => [one.name, side === 'value' ? one.value : (one.seen ?? null)]));

/**
 * Saves values of a product as one revision, unless one of them has changed since the user saw it. In that case nothing is saved, and the
 * product is fetched again.
 * @param messageOf returns the notification after success
 * @param done called with the sent and the stored values, after the product has been fetched again. If it were called earlier, the old
 * values would reappear for a moment and look like conflicts
 */
export function useGuardedSaves(
  productId: string,
  messageOf: (values: readonly SavedValue[]) => string,
  done: (values: StoredValue[]) => void,
) {
  const { clientId } = useWork();
  const queryClient = useQueryClient();
  const [isStored, setIsStored] = useState(false);
  const notify = useSavedNotice(productId, messageOf);
  const save = useChange(
    (api, { values, restores }: SaveRequest) =>
      (restores ? restoreThenSave : saveValues)(api, productId, byName(values, 'value'), byName(values, 'seen')),
    (report, { values }) => {
      setIsStored(true);
      keepOutcomes(queryClient, clientId, productId, report);
      notify(values);
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
        for (const one of request.values) Object.assign(one, storedBySave(one.name, report, before, fetched));
        // React Query notifies components of the fetched product in a separate task. If the edit ended before that task, the field would
        // show its old value for a moment, and the first rows of a composite would lose the keyboard focus.
        notifyManager.schedule(() => {
          setIsStored(false);
          done(request.values.map(({ name, value }) => ({ name, sent: value, stored: fetched?.product[name] })));
        });
      },
      onError(error) {
        if (error instanceof ValuesRefusedError || request.restores)
          void queryClient.invalidateQueries({ queryKey: [clientId] });
      },
    });
  };
  const copy = (values: readonly ValueToSave[]) => values.map(({ name, value, seen }) => ({ name, value, seen }));
  return {
    isPending: save.isPending,
    /** True as soon as the values are stored, even before the product is fetched again. The user can then leave the page. */
    isStored,
    error: save.error,
    reset: () => {
      setIsStored(false);
      save.reset();
    },
    store: (values: readonly ValueToSave[]) => store({ values: copy(values), restores: false }),
    restoreAndStore: (values: readonly ValueToSave[]) => store({ values: copy(values), restores: true }),
  };
}
