import { Button, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconTags } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useStructure } from '../session/use-structure.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { AttributeTable } from './attribute-table.tsx';
import { attributeLines, textOfHash, topLevelOf } from './attribute-tree.ts';
import { OpenChanges } from './changes/open-changes.tsx';
import { ConversionDialog } from './conversion/conversion-dialog.tsx';
import { AttributeEditor } from './editor/attribute-editor.tsx';
import type { EditedAttribute } from './editor/use-attribute-edit.ts';
import { useAttributeUsage } from './use-attribute-usage.ts';

const maxLines = 500;

/** The definitions of the client as a tree that can be searched and edited. */
export function AttributesPage() {
  const t = useMessages();
  const formats = useFormats();
  const { canWrite } = useWork();
  const { hash } = useLocation();
  const { structure, isPending, error } = useStructure();
  const usage = useAttributeUsage();
  const [text, setText] = useState(() => textOfHash(hash));
  const [edited, setEdited] = useState<EditedAttribute>();
  const [convertedPath, setConvertedPath] = useState<string>();
  const converted = structure.all.find(({ path }) => path === convertedPath);
  const { unfolded, toggle, unfold } = useUnfolded();
  const lines = attributeLines(structure, text, unfolded);
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
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <OpenChanges />
        {error && <ProblemAlert error={error} />}
        {isPending && <ListSkeleton />}
        {!isPending && !error && structure.all.length === 0 && (
          <EmptyState icon={IconTags} title={t.attributes.none} text={t.attributes.noneText} />
        )}
        {lines.length === 0 && structure.all.length > 0 && (
          <NoMatch text={text.trim()} onCreate={() => setEdited({ parent: null, id: text.trim() })} />
        )}
        {lines.length > 0 && (
          <AttributeTable
            lines={lines.slice(0, maxLines)}
            usage={usage}
            actions={{
              onFold: ({ path }) => toggle(path),
              onAddChild(parent) {
                unfold(parent.path);
                setEdited({ parent });
              },
              onConvert: ({ path }) => setConvertedPath(path),
              onEdit: (definition) => setEdited({ parent: structure.parentOf(definition) ?? null, definition }),
            }}
          />
        )}
        {lines.length > maxLines && (
          <Text size="sm" c="dimmed">
            {t.common.more(lines.length - maxLines)}
          </Text>
        )}
      </Stack>
      {converted && (
        <ConversionDialog
          definition={converted}
          productCount={usage.products.get(topLevelOf(structure, converted).id)}
          onClose={() => setConvertedPath(undefined)}
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

/** Holds the paths of the unfolded composites. At first all are folded, because a standard such as GS1 has hundreds of definitions. */
function useUnfolded() {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  return {
    unfolded,
    toggle: (path: string) => setUnfolded((before) => before.symmetricDifference(new Set([path]))),
    unfold: (path: string) => setUnfolded((before) => new Set([...before, path])),
  };
}

function NoMatch({ text, onCreate }: { text: string; onCreate: () => void }) {
  const t = useMessages();
  const { canWrite } = useWork();
  return (
    <EmptyState icon={IconTags} title={t.attributes.noMatch(text)} text={t.attributes.noMatchText}>
      {canWrite && (
        <Button variant="default" onClick={onCreate}>
          {t.attributes.define(text)}
        </Button>
      )}
    </EmptyState>
  );
}
