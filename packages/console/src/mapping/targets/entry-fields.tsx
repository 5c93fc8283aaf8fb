import { Input, SegmentedControl, Stack, Text } from '@mantine/core';
import type { MappingEntry } from '@pimento/contract';
import type { FormulaScope } from '@pimento/formula';
import { useMemo } from 'react';
import type { TargetNode } from '../../standards/targets/target-tree.ts';
import { FormulaField } from '../formula/formula-field.tsx';
import { rowScope } from '../formula/formula-scope.ts';
import classes from '../mapping.module.css';
import { FormulaEditor } from '../steps/formula-editor.tsx';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { sourceOf, withChild, withRows, withSource, withValue } from './entry-draft.ts';
import type { EntryContext } from './entry-context.ts';
import { MapFields } from './map-fields.tsx';

interface EntryProps {
  node: TargetNode;
  /** The id or path by which the entry refers to its target. */
  target: string;
  entry: MappingEntry | undefined;
  scope: FormulaScope;
  context: EntryContext;
  onChange: (entry: MappingEntry | undefined) => void;
}

/**
 * The fields of one entry, first the source of the value, then the formula and the value map or, for a composite, the formula of its rows
 * and the fields of its children.
 */
export function EntryFields({ node, target, entry, scope, context, onChange }: EntryProps) {
  const t = useMappingTexts();
  const { name, type, defaultFormula } = node.target;
  const isComposite = type.id === 'composite';
  const source = sourceOf(entry);
  return (
    <Stack gap="sm">
      <Input.Wrapper label={t.editor.source} labelElement="div">
        <div>
          <SegmentedControl
            aria-label={`${name}: ${t.editor.source}`}
            disabled={context.readOnly}
            value={source}
            onChange={(next) => onChange(withSource(entry, next, { target, isComposite }))}
            data={(['none', 'formula', 'empty'] as const).map((value) => ({
              value,
              label: t.editor.sources[value === 'none' && defaultFormula !== undefined ? 'default' : value],
            }))}
          />
        </div>
      </Input.Wrapper>
      {source === 'none' && defaultFormula !== undefined && (
        <Text size="sm" c="dimmed">
          {t.editor.defaultFormula}: <span className={classes.text}>{defaultFormula}</span>
        </Text>
      )}
      {entry && source === 'formula' && isComposite && (
        <CompositeFields node={node} entry={entry} scope={scope} context={context} onChange={onChange} />
      )}
      {entry && source === 'formula' && !isComposite && (
        <>
          <FormulaEditor
            label={t.editor.formulaOf(name)}
            description={t.formula.hint}
            value={entry.value?.trim() === '' ? '' : (entry.value ?? '')}
            scope={scope}
            readOnly={context.readOnly}
            onChange={(text) => onChange(withValue(entry, text))}
          />
          <MapFields node={node} entry={entry} context={context} onChange={onChange} />
        </>
      )}
    </Stack>
  );
}

function CompositeFields(props: Omit<EntryProps, 'target' | 'entry'> & { entry: MappingEntry }) {
  const { node, entry, scope, context, onChange } = props;
  const t = useMappingTexts();
  const { rows = '', children = [] } = entry;
  const inside = useMemo(() => rowScope(scope, rows), [scope, rows]);
  return (
    <Stack gap="md">
      <FormulaField
        label={t.editor.rowsOf(node.target.name)}
        description={t.editor.rowsHint}
        value={rows}
        scope={scope}
        readOnly={context.readOnly}
        onChange={(text) => onChange(withRows(entry, text))}
      />
      {node.children.map((child) => {
        const { id, path, name } = child.target;
        const own = children.find(({ target }) => target === id || target === path);
        const target = own?.target ?? id;
        return (
          <section key={path} className={classes.child} aria-label={name}>
            <Text size="sm" fw={600} mb={4}>
              {name}
            </Text>
            <EntryFields
              node={child}
              target={target}
              entry={own}
              scope={inside}
              context={context}
              onChange={(next) => onChange(withChild(entry, target, next))}
            />
          </section>
        );
      })}
    </Stack>
  );
}
