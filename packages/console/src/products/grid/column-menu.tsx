import { lazy } from 'react';
import { OnDemand } from '../../ui/on-demand.tsx';
import type { ColumnChoice } from './column-choice.ts';
import { ColumnsButton } from './columns-button.tsx';

const ColumnPopover = lazy(async () => ({ default: (await import('./column-popover.tsx')).ColumnPopover }));

export function ColumnMenu(choice: ColumnChoice) {
  return <OnDemand button={(open) => <ColumnsButton onClick={open} />} opened={<ColumnPopover {...choice} />} />;
}
