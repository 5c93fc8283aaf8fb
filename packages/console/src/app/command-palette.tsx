import { Loader, ScrollArea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { problemText } from '../ui/problem-text.ts';
import classes from './command-palette.module.css';
import { usePaletteHits } from './use-palette-hits.tsx';

export const togglePalette = spotlight.toggle;

const typingMs = 200;
/** Who calls it types at once. */
const openMs = 60;
/** An answer that is there by then changes nothing that could be seen to flicker. */
const lateMs = 350;
const elementId = (place: number) => `palette-hit-${place}`;

/**
 * Ctrl-K: products by id and name, attributes, and every place to go to. Enter means the first hit of what stands in the field, also where
 * it was pressed before that hit was there: it is waited for, and what was found for an older text is never acted on.
 */
export function CommandPalette() {
  const t = useMessages();
  const [query, setQuery] = useState('');
  const text = query.trim();
  const [debounced] = useDebouncedValue(text, typingMs);
  /** The text with which Enter was pressed: it is looked for at once. */
  const [entered, setEntered] = useState<string>();
  const settled = entered === text ? text : debounced;
  const hits = usePaletteHits(text === '' ? '' : settled);
  const isCurrent = text === '' || (settled === text && !hits.isLoading);

  // what was found last stays in sight until something else is there, but nothing of it can be chosen; it pales where that takes long
  const shown = useRef<SpotlightActionGroupData[]>(hits.groups);
  if (isCurrent) shown.current = hits.groups;
  const groups = shown.current;
  const actions = groups.flatMap((group) => group.actions);

  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (isCurrent) return setLate(false);
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => clearTimeout(timer);
  }, [isCurrent]);

  const [moved, setMoved] = useState({ text: '', place: -1 });
  const first = text === '' ? -1 : 0;
  const chosen = isCurrent ? (moved.text === text ? Math.min(moved.place, actions.length - 1) : first) : -1;
  const move = (step: 1 | -1) => {
    if (!isCurrent || actions.length === 0) return;
    const from = chosen === -1 && step === -1 ? 0 : chosen;
    setMoved({ text, place: (from + step + actions.length) % actions.length });
  };
  useEffect(() => {
    document.querySelector(`[data-place="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const run = (place: number) => {
    const { onClick } = actions[place] ?? {};
    if (!onClick) return;
    spotlight.close();
    // none of them looks at the event
    (onClick as () => void)();
  };
  const isDue = entered !== undefined && entered === text && isCurrent;
  useEffect(() => {
    if (!isDue) return;
    setEntered(undefined);
    if (hits.error === null) run(Math.max(chosen, 0));
  }, [isDue]);

  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => (isCurrent ? run(chosen) : setEntered(text)),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    // the palette's own handling would act on what it holds, which may belong to an older text
    event.stopPropagation();
    act();
  };
  const change = (next: string) => {
    setQuery(next);
    setEntered(undefined);
    setMoved({ text: '', place: -1 });
  };
  let place = -1;
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={change}
      // not when it has faded out: by then it may be open again with something else in it
      clearQueryOnClose={false}
      onSpotlightClose={() => change('')}
      attributes={{ content: { 'aria-label': t.palette.open } }}
      shortcut={null}
      maxHeight={420}
      scrollable
      transitionProps={{ duration: openMs }}
    >
      <Spotlight.Search
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={isCurrent ? null : <Loader size={16} aria-label={t.common.loading} />}
        placeholder={t.palette.placeholder}
        aria-label={t.palette.open}
        aria-activedescendant={chosen >= 0 ? elementId(chosen) : undefined}
        onKeyDownCapture={onKey}
      />
      {actions.length > 0 && (
        <ScrollArea.Autosize
          mah={420}
          type="scroll"
          className={classes.hits}
          inert={!isCurrent}
          data-old={isLate || undefined}
        >
          {groups.map(({ group, actions }) => (
            <Spotlight.ActionsGroup key={group} label={group}>
              {actions.map(({ id, ...action }) => {
                place += 1;
                const elementOf = elementId(place);
                return (
                  <Spotlight.Action
                    key={id}
                    // the library keeps an id to itself
                    ref={(element: HTMLButtonElement | null) => {
                      if (element) element.id = elementOf;
                    }}
                    data-place={place}
                    data-selected={place === chosen || undefined}
                    highlightQuery
                    {...action}
                  />
                );
              })}
            </Spotlight.ActionsGroup>
          ))}
        </ScrollArea.Autosize>
      )}
      {actions.length === 0 && (
        <Spotlight.Empty>
          {isCurrent ? (hits.error ? problemText(t, hits.error) : t.palette.nothing) : t.common.loading}
        </Spotlight.Empty>
      )}
    </Spotlight.Root>
  );
}
