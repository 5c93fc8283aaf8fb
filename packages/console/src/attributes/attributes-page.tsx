import { Button, Stack } from '@mantine/core';
import { IconArrowsSort, IconPlus, IconTags } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import type { Structure } from '../session/structure.ts';
import { useStructure } from '../session/use-structure.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { AttributeFilters, useAttributeFilters } from './attribute-filters.tsx';
import { AttributeTable } from './attribute-table.tsx';
import { attributeLines, textOfHash, topLevelOf } from './attribute-tree.ts';
import { OpenChanges } from './changes/open-changes.tsx';
import { ConversionDialog } from './conversion/conversion-dialog.tsx';
import { AttributeEditor } from './editor/attribute-editor.tsx';
import type { EditedAttribute } from './editor/use-attribute-edit.ts';
import { useOrderTexts } from './order/order-texts.ts';
import { ChoiceBar } from './selection/choice-bar.tsx';
import { useSelectionTexts } from './selection/selection-texts.ts';
import { useAttributeChoice } from './selection/use-attribute-choice.ts';
import { type AttributeUsage, useAttributeUsage } from './use-attribute-usage.ts';

const OrderDialog = lazyPart(async () => (await import('./order/order-dialog.tsx')).OrderDialog);

/** The definitions of the client as a tree that can be searched and edited. */
export function AttributesPage() {
  const t = useMessages();
  const formats = useFormats();
  const { hash } = useLocation();
  const { structure, isPending, error } = useStructure();
  const usage = useAttributeUsage();
  const filters = useAttributeFilters(usage, textOfHash(hash));
  const { text } = filters;
  const [edited, setEdited] = useState<EditedAttribute>();
  const [convertedPath, setConvertedPath] = useState<string>();
  const [isOrdering, setOrdering] = useState(false);
  const { unfolded, toggle, unfold } = useUnfolded();
  const lines = attributeLines(structure, text, unfolded, filters.narrowing);
  const choice = useAttributeChoice(structure);
  return (
    <Page
      title={t.attributes.title}
      subtitle={isPending ? ' ' : t.attributes.count(formats.number(structure.all.length))}
      actions={
        <PageActions
          structure={structure}
          onOrder={() => setOrdering(true)}
          onCreate={() => setEdited({ parent: null })}
        />
      }
    >
      <Stack gap="md">
        <AttributeFilters filters={filters} />
        <OpenChanges />
        {error && <ProblemAlert error={error} />}
        {isPending && <ListSkeleton />}
        {!isPending && !error && structure.all.length === 0 && (
          <EmptyState icon={IconTags} title={t.attributes.none} text={t.attributes.noneText} />
        )}
        {lines.length === 0 && structure.all.length > 0 && (
          <NoMatch
            isNarrowed={filters.isNarrowed}
            text={text.trim()}
            onCreate={() => setEdited({ parent: null, id: text.trim() })}
          />
        )}
        {lines.length > 0 && (
          <AttributeTable
            lines={lines}
            usage={usage}
            choice={choice}
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
        <ChoiceBar choice={choice} structure={structure} />
      </Stack>
      <Conversion
        path={convertedPath}
        structure={structure}
        usage={usage}
        onClose={() => setConvertedPath(undefined)}
      />
      <Suspense>{isOrdering && <OrderDialog structure={structure} onClose={() => setOrdering(false)} />}</Suspense>
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

/** The buttons that open the order dialog and the editor of a new attribute. */
function PageActions(props: { structure: Structure; onOrder: () => void; onCreate: () => void }) {
  const { structure, onOrder, onCreate } = props;
  const t = useMessages();
  const texts = useOrderTexts();
  const { canWrite } = useWork();
  if (!canWrite) return null;
  return (
    <>
      {/* rendered even while the attributes are being loaded, so that nothing moves */}
      <Button
        variant="default"
        leftSection={<IconArrowsSort size={16} aria-hidden />}
        disabled={structure.topLevel.length < 2}
        onPointerEnter={OrderDialog.preload}
        onClick={onOrder}
      >
        {texts.open}
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
        {t.attributes.create}
      </Button>
    </>
  );
}

/** The dialog that converts the attribute with this path. */
function Conversion(props: {
  path: string | undefined;
  structure: Structure;
  usage: AttributeUsage;
  onClose: () => void;
}) {
  const { path: wanted, structure, usage, onClose } = props;
  const definition = structure.all.find(({ path }) => path === wanted);
  if (!definition) return null;
  const productCount = usage.products.get(topLevelOf(structure, definition).id);
  return <ConversionDialog definition={definition} productCount={productCount} onClose={onClose} />;
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

function NoMatch({ text, isNarrowed, onCreate }: { text: string; isNarrowed: boolean; onCreate: () => void }) {
  const t = useMessages();
  const texts = useSelectionTexts();
  const { canWrite } = useWork();
  if (text === '' || isNarrowed) return <EmptyState icon={IconTags} title={texts.none} text={texts.noneText} />;
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
