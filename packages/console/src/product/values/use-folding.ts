import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { useUnsavedNames } from './product-drafts.tsx';
import type { Field } from './value-groups.ts';

interface FieldGroup {
  id: string;
  fields: readonly Field[];
}

/**
 * Remembers which groups are folded, also on the pages of other products. A group with unsaved input stays open, and so does the group of the
 * field that a link asks for, until the user folds it.
 */
export function useFolding(fix: { name: string } | undefined) {
  const unsaved = useUnsavedNames();
  const [folded, setFolded] = useLocalStorage<string[]>({
    key: 'pimento.folded-sections',
    defaultValue: [],
    getInitialValueInEffect: false, // otherwise folded sections would be shown for a moment
  });
  /** The request whose group was folded since. */
  const [released, setReleased] = useState<object>();
  const isKept = ({ name }: Field) => unsaved.has(name) || (name === fix?.name && fix !== released);
  const isFolded = ({ id, fields }: FieldGroup) => folded.includes(id) && !fields.some(isKept);
  return {
    isFolded,
    canFold: ({ fields }: FieldGroup) => !fields.some(({ name }) => unsaved.has(name)),
    fold: (group: FieldGroup) => {
      const { id, fields } = group;
      const isOpening = isFolded(group);
      setFolded((before) => [...before.filter((one) => one !== id), ...(isOpening ? [] : [id])]);
      if (fields.some(({ name }) => name === fix?.name)) setReleased(fix);
    },
  };
}
