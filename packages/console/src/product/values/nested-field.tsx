import { Stack, Text } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { type RefObject, use, useEffect, useRef } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { useWork } from '../../session/session.tsx';
import { NestedTable } from '../nested/nested-grid-loader.tsx';
import { languageRows } from '../rows/language-rows.ts';
import { isRows } from '../rows/row-path.ts';
import { CellHistoryContext } from './cell-history-context.ts';
import { EditActions, EditState } from './edit-state.tsx';
import { BesideButton, LanguagesBeside, useIsBeside } from './languages-beside.tsx';
import type { ValueEdit } from './use-value-edit.ts';
import classes from './values.module.css';

/** A composite of a product, as a table whose cells can be edited. Also reports a conflict or the deletion of the product. */
export function NestedField(props: {
  productId: string;
  name: string;
  label: string;
  /** The value that is currently stored. */
  value: unknown;
  definition: AttributeDefinition;
  structure: Structure;
  edit: ValueEdit;
  searched: string;
  beginRef: RefObject<(() => void) | null>;
}) {
  const { label, value, definition, structure, edit, searched, beginRef, ...field } = props;
  const t = useMessages();
  const { canWrite } = useWork();
  const showHistory = use(CellHistoryContext);
  const { draft, isGone, isTyped, isConflict, isSaving } = edit;
  const isOpen = draft !== undefined && !(isGone && !isTyped);
  const shown = isOpen ? draft.value : value;
  const [isBeside, setBeside] = useIsBeside();
  const isTable = isOpen || searched !== '' || !isRows(shown);
  const languages = isTable ? undefined : languageRows(shown, structure.childrenOf(definition.path), structure);
  const isShownBeside = languages !== undefined && isBeside;
  const wasBeside = useRef(isShownBeside);
  useEffect(() => {
    // the table has only just replaced the languages, so its first cell is opened here
    if (isOpen && wasBeside.current) beginRef.current?.();
    wasBeside.current = isShownBeside;
  }, [isOpen, isShownBeside, beginRef]);
  const editing = {
    isOpen,
    isTyped,
    begin: edit.begin,
    change: edit.change,
    store: () => {
      if (!isConflict && !isSaving && !isGone) edit.store();
    },
    leave: edit.leave,
  };
  return (
    <Stack gap="xs" className={classes.value}>
      {languages && <BesideButton isBeside={isBeside} onChange={setBeside} />}
      {languages !== undefined && isBeside ? (
        <LanguagesBeside label={label} rows={languages} />
      ) : isRows(shown) || isOpen ? (
        <NestedTable
          label={label}
          value={shown}
          compared={isOpen ? value : undefined}
          definition={definition}
          structure={structure}
          editing={canWrite && (isOpen || !isGone) ? editing : undefined}
          searched={searched}
          beginRef={beginRef}
          onHistory={
            isTyped || isGone || !showHistory
              ? undefined
              : (cell) => showHistory({ ...cell, name: field.name, rows: value })
          }
        >
          {!isGone && <EditActions edit={edit} />}
        </NestedTable>
      ) : (
        <Text c="dimmed">{t.product.noValue}</Text>
      )}
      {isOpen && (
        <EditState
          {...field}
          label={label}
          value={value}
          typed={draft.value}
          definition={definition}
          structure={structure}
          edit={edit}
        />
      )}
    </Stack>
  );
}
