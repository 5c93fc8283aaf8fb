import { Button, Group } from '@mantine/core';
import { useNestedTexts } from './nested-texts.ts';
import type { Lines } from './use-lines.ts';

/** The buttons below a table that show more or less of it; nothing if all of it is shown. */
export function NestedFoot(props: { lines: Lines; isFolded: boolean; onUnfold: () => void }) {
  const { lines, isFolded, onUnfold } = props;
  const t = useNestedTexts();
  if (!isFolded && !lines.isNested) return null;
  return (
    // the input of a cell keeps the focus
    <Group gap={4} mt={4} onMouseDown={(event) => event.preventDefault()}>
      {isFolded && (
        <Button size="compact-xs" variant="subtle" onClick={onUnfold}>
          {t.showAll(lines.lines.length)}
        </Button>
      )}
      {lines.isNested && (
        <>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={lines.openAll}>
            {t.openAll}
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={lines.closeAll}>
            {t.closeAll}
          </Button>
        </>
      )}
    </Group>
  );
}
