import type { Structure } from '../../session/use-structure.ts';

/** Which columns there are, which are shown and pinned, and how to change that. */
export interface ColumnChoice {
  structure: Structure;
  shown: string[];
  pinned: string[];
  onShown: (keys: string[] | undefined) => void;
  onPinned: (keys: string[]) => void;
}
