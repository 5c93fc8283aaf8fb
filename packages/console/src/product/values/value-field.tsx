import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { AttributeDefinition } from '@pimento/contract';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { isCompositeType } from '../rows/row-columns.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import type { Structure } from '../../session/structure.ts';
import { FieldRefusals } from '../rejection/field-refusals.tsx';
import { DroppedAssets } from './dropped-assets.tsx';
import { NestedField } from './nested-field.tsx';
import { useValueEdit } from './use-value-edit.ts';
import { ValueForm } from './value-form.tsx';
import { ValueView } from './value-view.tsx';
import classes from './values.module.css';

/** One attribute of a product, displayed and edited in place. `name` is the attribute's name in the import format. */
export function ValueField(props: {
  productId: string;
  name: string;
  label: string;
  /** The name to show instead of the label, above the value. */
  heading?: string;
  value: unknown;
  definition: AttributeDefinition | undefined;
  structure: Structure;
  /** A search text. Its occurrences in composites are shown and highlighted. */
  searched?: string;
  /** A request to bring the field into view and to open its input. A new object repeats the request. */
  fix?: object | undefined;
}) {
  const { productId, name, label, heading, value, definition, structure, searched = '', fix } = props;
  const { canWrite } = useWork();
  const edit = useValueEdit(productId, name, label, value);
  const { draft, isGone, isTyped } = edit;
  const editButton = useRef<HTMLButtonElement>(null);
  useReturnedFocus(editButton, draft !== undefined);
  const begin = useRef<(() => void) | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const isNested = definition !== undefined && isCompositeType(definition);
  useFix(fix, root, () => {
    // a table has many inputs, so the user chooses one
    if (canWrite && !isGone && !isNested && draft === undefined) edit.begin();
  });
  const field = { ...props, edit };
  const isRead = draft === undefined || (isGone && !isTyped);
  const button = canWrite && !isGone && isRead && (
    // A table begins the edit in its first cell. An empty composite has no table yet.
    <EditButton name={name} label={label} buttonRef={editButton} onClick={() => (begin.current ?? edit.begin)()} />
  );
  const view = <ValueView value={value} definition={definition} structure={structure} label={label} />;
  if (isNested)
    return (
      <div
        ref={root}
        className={classes.field}
        data-field={name}
        data-nested
        data-editing={draft !== undefined || undefined}
      >
        <FieldName label={label} definition={definition} />
        {button}
        <NestedField {...field} definition={definition} searched={searched} beginRef={begin} />
        <FieldRefusals name={name} className={classes.value} />
      </div>
    );
  return (
    <div
      ref={root}
      className={classes.field}
      data-field={name}
      data-stacked={heading !== undefined || undefined}
      data-editing={draft !== undefined || undefined}
    >
      <FieldName label={heading ?? label} definition={definition} />
      {isRead ? (
        <>
          <div className={classes.value}>
            {canWrite && !isGone && definition?.type.id.toLowerCase() === 'asset' ? (
              <DroppedAssets {...{ productId, name, label, value }} isMultiple={definition.type.multiValue}>
                {view}
              </DroppedAssets>
            ) : (
              view
            )}
            <FieldRefusals name={name} />
          </div>
          {button}
        </>
      ) : (
        <ValueForm {...field} typed={draft.value}>
          <FieldRefusals name={name} />
        </ValueForm>
      )}
    </div>
  );
}

/** The requests that a field has fulfilled. A field that is folded and opened, or hidden by the search and shown, does not repeat them. */
const fulfilled = new WeakSet<object>();

/** Brings a field into view and calls `begin`, once for each request. */
function useFix(fix: object | undefined, root: RefObject<HTMLDivElement | null>, begin: () => void): void {
  const act = useEffectEvent(() => {
    root.current?.scrollIntoView({ block: 'center' });
    begin();
  });
  useEffect(() => {
    if (!fix || fulfilled.has(fix)) return;
    fulfilled.add(fix);
    act();
  }, [fix]);
}

/** Focuses the edit button when editing ends, unless a different element has received the focus. */
function useReturnedFocus(editButton: RefObject<HTMLButtonElement | null>, isEditing: boolean): void {
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [editButton, isEditing]);
}

/** Label, type and description of an attribute. */
function FieldName({ label, definition }: { label: string; definition: AttributeDefinition | undefined }) {
  const t = useMessages();
  const type = definition?.type.id.toLowerCase() ?? 'string';
  return (
    <div className={classes.name}>
      <span>{label}</span>
      {definition && type !== 'string' && (
        <Text span size="xs" c="dimmed">
          {[t.types[type] ?? definition.type.id, ...(definition.units ?? [])].join(' · ')}
        </Text>
      )}
      {definition?.description !== undefined && (
        <Text size="xs" c="dimmed">
          {definition.description}
        </Text>
      )}
    </div>
  );
}

function EditButton(props: {
  name: string;
  label: string;
  buttonRef: RefObject<HTMLButtonElement | null>;
  onClick: () => void;
}) {
  const t = useMessages();
  const label = t.product.edit(props.label);
  return (
    <Tooltip label={label} withArrow>
      <ActionIcon
        className={classes.edit}
        data-edits={props.name}
        ref={props.buttonRef}
        variant="subtle"
        color="gray"
        aria-label={label}
        onClick={props.onClick}
      >
        <IconPencil size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
