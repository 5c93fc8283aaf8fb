import { useMemo } from 'react';
import { useConnections } from '../../connections/use-connections.ts';
import { useMessages } from '../../i18n/language.tsx';
import { labelOf } from '../../product-query/attribute-lineage.ts';
import { changedChoice, channelPrefix, createdChoice, filesChoice, statePrefix } from './filter-draft.ts';
import { actorChoice, importChoice } from './trace-names.ts';
import { useTraceTexts } from './trace-texts.ts';
import { useFilterTexts } from './filter-texts.ts';
import type { Structure } from '../../session/structure.ts';

/**
 * Returns the criteria by which products can be filtered, as options of a select: the family, the category, the time of the last change and
 * of the creation, the person or key that changed a product, the import that contained it, the states of files, the states on channels, the
 * readiness on channels with a data standard, and the attributes.
 */
export function useFilterChoices(structure: Structure): { value: string; label: string }[] {
  const t = useMessages();
  const texts = useFilterTexts();
  const { names } = useTraceTexts();
  const { data: channels } = useConnections();
  return useMemo(
    () => [
      { value: '__FAMILY', label: t.fields.family },
      { value: '__CATEGORY', label: t.fields.category },
      { value: changedChoice, label: texts.changed },
      { value: createdChoice, label: texts.created },
      { value: actorChoice, label: names[actorChoice] ?? '' },
      { value: importChoice, label: names[importChoice] ?? '' },
      { value: filesChoice, label: t.products.files },
      ...(channels ?? [])
        .filter(({ connected }) => connected)
        .map(({ channelId, name }) => ({ value: statePrefix + channelId, label: texts.stateOn(name) })),
      ...(channels ?? [])
        .filter(({ connected, standardVersion }) => connected && standardVersion !== undefined)
        .map(({ channelId, name }) => ({ value: channelPrefix + channelId, label: t.channels.readinessOn(name) })),
      ...structure.all.map((attribute) => ({ value: attribute.path, label: labelOf(structure, attribute) })),
    ],
    [channels, structure, t, texts, names],
  );
}
