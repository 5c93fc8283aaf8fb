import { ProblemError } from '@pimento/client';
import { type AttributeDefinition, deleteAttribute } from '@pimento/contract/wire';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { useSelectionTexts } from './selection-texts.ts';

const isCode = (error: unknown, code: string): boolean => error instanceof ProblemError && error.code === code;

/**
 * Deletes definitions one after another. Definitions that products use are kept and returned. A definition that no longer exists counts as
 * deleted. Any other failure ends the deletion. Calls `onDeleted` if nothing is kept.
 */
export function useDeletions(onDeleted: () => void) {
  const texts = useSelectionTexts();
  const formats = useFormats();
  const { clientId } = useWork();
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const deletion = useChange(
    async (api, definitions: readonly AttributeDefinition[]) => {
      const kept: AttributeDefinition[] = [];
      for (const [index, definition] of definitions.entries()) {
        try {
          await api.call(deleteAttribute, { params: { attributeId: definition.path } });
        } catch (error) {
          if (isCode(error, 'attribute-in-use')) kept.push(definition);
          else if (!isCode(error, 'unknown-attribute')) {
            // the attributes before this one are deleted, so the list must not show them any more
            void queryClient.invalidateQueries({ queryKey: [clientId] });
            throw error;
          }
        }
        setDone(index + 1);
      }
      return kept;
    },
    (kept, { length }) => {
      if (kept.length > 0) return undefined;
      onDeleted();
      return texts.deleted(formats.number(length));
    },
    { showsFailure: true },
  );
  return { deletion, done };
}
