import { ActionIcon, Badge, Button, Group, Paper, Stack, Table, Text, TextInput, Tooltip } from '@mantine/core';
import { type AttributeDefinition, listAttributeUsage } from '@pimento/contract';
import { IconPencil, IconPhotoCog, IconPlus, IconSearch, IconSubtask, IconTags } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import frame from '../imports/imports.module.css';
import { useWork } from '../session/session.tsx';
import { useCall } from '../session/use-call.ts';
import { type Structure, useStructure } from '../session/use-structure.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { AttributeEditor, type Edited } from './editor/attribute-editor.tsx';
import { ConversionDialog } from './conversion/conversion-dialog.tsx';

interface Line {
  definition: AttributeDefinition;
  depth: number;
}

/** What can become an asset, or a text again, without any value having to change. */
const convertible = new Set(['string', 'asset']);

/** Definitions as a tree, in their order; all below and above a match stay in sight. */
function linesOf(structure: Structure, query: string): Line[] {
  const matches = ({ id, name }: AttributeDefinition) => `${id} ${name}`.toLowerCase().includes(query);
  const walk = (definition: AttributeDefinition, depth: number, isInside: boolean): Line[] => {
    const wanted = isInside || matches(definition);
    const below = structure.childrenOf(definition.path).flatMap((child) => walk(child, depth + 1, wanted));
    return wanted || below.length > 0 ? [{ definition, depth }, ...below] : [];
  };
  return structure.topLevel.flatMap((definition) => walk(definition, 0, false));
}

/** The top-level attribute that a definition is or lies in. */
function rootOf(structure: Structure, definition: AttributeDefinition): AttributeDefinition {
  const parent = structure.parentOf(definition);
  return parent ? rootOf(structure, parent) : definition;
}

export function AttributesPage() {
  const t = useMessages();
  const formats = useFormats();
  const { canWrite } = useWork();
  const { hash } = useLocation();
  const { structure, isPending, error } = useStructure();
  const usage = useCall(listAttributeUsage, {}, { staleMs: 60_000 });
  const [query, setQuery] = useState(() => decodeURIComponent(hash).split('/').at(-1) ?? '');
  const [edited, setEdited] = useState<Edited>();
  const [converted, setConverted] = useState<string>();
  const conversion = structure.all.find(({ path }) => path === converted);
  const used = useMemo(() => new Map(usage.data?.attributes.map(({ id, products }) => [id, products])), [usage.data]);
  const lines = linesOf(structure, query.trim().toLowerCase());
  const shown = lines.slice(0, 500);
  return (
    <Page
      title={t.attributes.title}
      subtitle={isPending ? ' ' : t.attributes.count(formats.number(structure.all.length))}
      actions={
        canWrite && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited({ parent: null })}>
            {t.attributes.create}
          </Button>
        )
      }
    >
      <Stack gap="md">
        <TextInput
          aria-label={t.attributes.find}
          placeholder={t.attributes.find}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        />
        {error && <ProblemAlert error={error} />}
        {isPending && <ListSkeleton />}
        {!isPending && !error && structure.all.length === 0 && (
          <EmptyState icon={IconTags} title={t.attributes.none} text={t.attributes.noneText} />
        )}
        {lines.length === 0 && structure.all.length > 0 && (
          <EmptyState icon={IconTags} title={t.attributes.noMatch(query.trim())} text={t.attributes.noMatchText}>
            {canWrite && (
              <Button variant="default" onClick={() => setEdited({ parent: null, id: query.trim() })}>
                {t.attributes.define(query.trim())}
              </Button>
            )}
          </EmptyState>
        )}
        {shown.length > 0 && (
          <Paper withBorder className={frame.frame} tabIndex={0} role="group" aria-label={t.attributes.title}>
            <Table highlightOnHover verticalSpacing={7} miw={680}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t.attributes.name}</Table.Th>
                  <Table.Th>{t.attributes.id}</Table.Th>
                  <Table.Th>{t.attributes.type}</Table.Th>
                  <Table.Th ta="right" title={usage.data && t.attributes.counted(formats.ago(usage.data.countedAt))}>
                    {t.attributes.used}
                  </Table.Th>
                  <Table.Th w={90}>
                    <span className="sr-only">{t.attributes.actions}</span>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {shown.map(({ definition, depth }) => (
                  <Table.Tr key={definition.path}>
                    <Table.Td style={{ paddingLeft: 12 + depth * 22 }}>
                      <Text size="sm" fw={depth === 0 ? 550 : 400}>
                        {definition.name}
                      </Text>
                      {definition.description !== undefined && (
                        <Text size="xs" c="dimmed" lineClamp={2}>
                          {definition.description}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td>
                      <Text size="xs" ff="monospace">
                        {definition.id}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <TypeBadge definition={definition} />
                    </Table.Td>
                    <Table.Td ta="right" className="number">
                      {depth > 0 ? '' : usage.data ? formats.number(used.get(definition.id) ?? 0) : '…'}
                    </Table.Td>
                    <Table.Td>
                      {canWrite && (
                        <Group gap={2} wrap="nowrap" justify="flex-end">
                          {definition.type.id.toLowerCase() === 'composite' && (
                            <IconButton
                              label={t.attributes.addChild(definition.name)}
                              onClick={() => setEdited({ parent: definition })}
                            >
                              <IconSubtask size={16} />
                            </IconButton>
                          )}
                          {convertible.has(definition.type.id.toLowerCase()) && (
                            <IconButton
                              label={t.conversion.open(definition.name)}
                              onClick={() => setConverted(definition.path)}
                            >
                              <IconPhotoCog size={16} />
                            </IconButton>
                          )}
                          <IconButton
                            label={t.attributes.edit(definition.name)}
                            onClick={() => setEdited({ parent: structure.parentOf(definition) ?? null, definition })}
                          >
                            <IconPencil size={16} />
                          </IconButton>
                        </Group>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Paper>
        )}
        {lines.length > shown.length && (
          <Text size="sm" c="dimmed">
            {t.common.more(lines.length - shown.length)}
          </Text>
        )}
      </Stack>
      {conversion && (
        <ConversionDialog
          definition={conversion}
          holders={used.get(rootOf(structure, conversion).id)}
          onClose={() => setConverted(undefined)}
        />
      )}
      {edited && (
        <AttributeEditor
          key={`${edited.parent?.path ?? ''} ${edited.definition?.path ?? ''}`}
          edited={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}

function TypeBadge({ definition }: { definition: AttributeDefinition }) {
  const t = useMessages();
  const type = definition.type.id.toLowerCase();
  return (
    <Group gap={6} wrap="nowrap">
      <Badge variant="light" color={type === 'composite' ? 'olive' : 'gray'} tt="none">
        {t.types[type] ?? type}
      </Badge>
      {definition.type.multiValue && type !== 'composite' && (
        <Text size="xs" c="dimmed">
          {t.attributes.several}
        </Text>
      )}
    </Group>
  );
}

function IconButton(props: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <Tooltip label={props.label} withArrow>
      <ActionIcon variant="subtle" color="gray" aria-label={props.label} onClick={props.onClick}>
        {props.children}
      </ActionIcon>
    </Tooltip>
  );
}
