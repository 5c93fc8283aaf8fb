import { useState } from 'react';
import type { AttributeDefinition } from '@pimento/contract';
import type { Structure } from '../../session/structure.ts';

/** The attributes that the user has selected. */
export interface AttributeChoice {
  paths: ReadonlySet<string>;
  /** The selected definitions that still exist. */
  definitions: AttributeDefinition[];
  toggle: (path: string) => void;
  set: (paths: Iterable<string>) => void;
}

/** Holds the selection, which does not change when the list is filtered. */
export function useAttributeChoice(structure: Structure): AttributeChoice {
  const [paths, setPaths] = useState<ReadonlySet<string>>(new Set());
  return {
    paths,
    definitions: paths.size === 0 ? [] : structure.all.filter(({ path }) => paths.has(path)),
    toggle: (path) => setPaths((before) => before.symmetricDifference(new Set([path]))),
    set: (next) => setPaths(new Set(next)),
  };
}
