import { Loader } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useMessages } from '../../i18n/language.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { hitElementId, PaletteHitList } from './palette-hit-list.tsx';
import { searchMark, setPaletteOpen, takeTypedKeys } from './typed-keys.ts';
import { usePalette } from './use-palette.ts';

export const togglePalette = spotlight.toggle;
export const closePalette = spotlight.close;

/** Duration of the opening animation in milliseconds. It is short, because users start typing as soon as the palette opens. */
const openMs = 60;

/** The command palette (Ctrl-K). Finds products, attributes, assets, channels, screens and commands. */
export function CommandPalette() {
  const t = useMessages();
  const { query, change, onKey, groups, chosen, isCurrent, isLate, error } = usePalette();
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={change}
      // The component would clear the query only after fading out. By then, the palette may be open again with a different query.
      clearQueryOnClose={false}
      onSpotlightOpen={() => setPaletteOpen(true)}
      onSpotlightClose={() => {
        setPaletteOpen(false);
        change('');
        takeTypedKeys(); // the palette can be closed before its field has received the focus
      }}
      attributes={{ content: { 'aria-label': t.palette.open } }}
      shortcut={null}
      maxHeight={420}
      scrollable
      overlayProps={{ backgroundOpacity: 0.4 }}
      transitionProps={{ duration: openMs }}
    >
      <Spotlight.Search
        {...{ [searchMark]: true }}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={isCurrent ? null : <Loader size={16} role="progressbar" aria-label={t.common.loading} />}
        placeholder={t.palette.placeholder}
        aria-label={t.palette.open}
        aria-activedescendant={chosen >= 0 ? hitElementId(chosen) : undefined}
        onFocus={() => {
          const typed = takeTypedKeys();
          if (typed !== '') change(query + typed);
        }}
        onKeyDownCapture={onKey}
      />
      {groups.length > 0 && <PaletteHitList groups={groups} chosen={chosen} isCurrent={isCurrent} isLate={isLate} />}
      {groups.length === 0 && (
        <Spotlight.Empty>
          {isCurrent ? (error ? problemText(t, error) : t.palette.nothing) : t.common.loading}
        </Spotlight.Empty>
      )}
    </Spotlight.Root>
  );
}
