import {
  type AttributeDefinition,
  deleteAttribute,
  type PutAttributesAnswer,
  putAttributes,
} from '@pimento/contract/wire';
import { useMessages } from '../../i18n/language.tsx';
import { useChange } from '../../session/use-change.ts';
import { useEdit } from '../../session/use-edit.ts';
import { partsText } from '../../ui/merge-edit.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { type AttributeDraft, attributeParts, definitionInput, draftOf } from './attribute-draft.ts';
import { useGroupTexts } from './group-texts.ts';
import { useLabelTexts } from './label-texts.ts';
import { useUnitTexts } from './unit-texts.ts';

/** The definition that is edited, either a stored definition or a new definition inside `parent`. */
export interface EditedAttribute {
  parent: AttributeDefinition | null;
  definition?: AttributeDefinition;
  /** The suggested id of a new definition. */
  id?: string;
}

/** Holds the state and requests of the attribute editor. `leave` asks for confirmation if changes would be lost. */
export function useAttributeEdit({ parent, definition, id }: EditedAttribute, onClose: () => void) {
  const t = useMessages();
  const parts = attributeParts(t, {
    groups: useGroupTexts().label,
    labels: useLabelTexts().labels,
    units: useUnitTexts().label,
  });
  const edit = useEdit<AttributeDefinition, AttributeDraft, PutAttributesAnswer>({
    base: definition,
    draftOf,
    ...(id === undefined ? {} : { fresh: { id } }),
    parts,
    send: (api, draft, stored) => api.call(putAttributes, { body: [definitionInput(parent, draft, stored)] }),
    done: ({ attributes: [stored] }) => {
      onClose();
      return t.attributes.saved(stored?.name ?? '');
    },
  });
  const removal = useChange(
    (api, attributeId: string) => api.call(deleteAttribute, { params: { attributeId } }),
    () => {
      onClose();
      return t.attributes.deleted;
    },
    { showsFailure: true },
  );
  const mayLeave = useUnsaved(!edit.isSuccess && edit.isDirty, () => partsText(parts, edit.draft));
  const leave = () => {
    if (mayLeave()) onClose();
  };
  return { edit, removal, problem: edit.error ?? removal.error, leave };
}
