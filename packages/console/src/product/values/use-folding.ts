import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { useUnsavedNames } from './product-drafts.tsx';
import type { Field } from './value-groups.ts';

interface FieldGroup {
  id: string;
  fields: readonly Field[];
}

/**
 * Remembers in the browser which groups are folded, for the pages of all products. A group with unsaved input stays open. The group of the
 * field that a link asks for stays open until the user folds it.
 */
export function useFolding(fix: { name: string } | undefined) {
  const unsaved = useUnsavedNames();
  const [folded, setFolded] = useLocalStorage<string[]>({
    key: 'pimento.folded-sections',
    defaultValue: [],
    getInitialValueInEffect: false, // otherwise folded sections would be shown for a moment
  });
  /** The request whose group the user has since folded. It no longer keeps the group open. */
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
