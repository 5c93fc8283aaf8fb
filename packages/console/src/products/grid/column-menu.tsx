import { OnDemand } from '../../ui/on-demand.tsx';
import type { ColumnChoice } from './column-choice.ts';
import { ColumnsButton } from './columns-button.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';

const ColumnPopover = lazyPart(async () => (await import('./column-popover.tsx')).ColumnPopover);

export function ColumnMenu(choice: ColumnChoice) {
  return <OnDemand button={(open) => <ColumnsButton onClick={open} />} opened={<ColumnPopover {...choice} />} />;
}
