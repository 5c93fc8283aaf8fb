import { type OverrideValue, putOverrides, type TargetReadiness } from '@pimento/contract/wire';
import { useEdit } from '../../session/use-edit.ts';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { draftOf, formOf, parseOverride } from './override-draft.ts';

/** The override of one target of a product, or null if there is none. */
interface StoredOverride {
  value: OverrideValue | null;
}

/** Holds the edit of the override of one target of one product. */
export function useOverrideEdit(options: {
  channelId: string;
  productId: string;
  target: TargetReadiness;
  onClose: () => void;
}) {
  const { channelId, productId, target, onClose } = options;
  const { target: path, name } = target;
  const t = useReadinessTexts();
  const form = formOf(target);
  // The service returns the stored value in the form in which it was sent.
  const base: StoredOverride = { value: (target.override as OverrideValue | undefined) ?? null };
  return useEdit<StoredOverride, { text: string }, unknown>({
    base,
    draftOf: (stored = base) => ({ text: draftOf({ ...target, override: stored.value ?? undefined }) }),
    parts: [{ of: ['text'], label: name, show: ({ text }) => text }],
    send: (api, { text }, seen = base) =>
      api.call(putOverrides, {
        params: { channelId, productId },
        // the dialog cannot be saved while the text is not a valid value
        body: { values: { [path]: parseOverride(text, form) ?? null }, expected: { values: { [path]: seen.value } } },
      }),
    done: () => {
      onClose();
      return t.saved(name);
    },
    readStored: (present) => {
      const { values } = present as { values: Record<string, OverrideValue | null> }; // the problem has the values by target
      return { value: values[path] ?? null };
    },
  });
}
