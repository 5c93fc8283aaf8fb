import { type AttributeDefinition, listAttributes } from '@pimento/contract/wire';
import { useMemo } from 'react';
import { createStructure, type Structure } from './structure.ts';
import { useCall } from './use-call.ts';

const none: AttributeDefinition[] = [];

export function useStructure(): { structure: Structure; isPending: boolean; error: Error | null } {
  const { data, isPending, error } = useCall(listAttributes, {}, { staleMs: 60_000 });
  const all = data?.attributes ?? none;
  return { structure: useMemo(() => createStructure(all), [all]), isPending, error };
}
