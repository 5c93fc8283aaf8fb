import { type AttributeDefinition, listAttributes } from '@pimento/contract/wire';
import { useMemo } from 'react';
import { useLanguage } from '../i18n/language.tsx';
import { createStructure, type Structure } from './structure.ts';
import { useCall } from './use-call.ts';

const none: AttributeDefinition[] = [];

export function useStructure(): { structure: Structure; isPending: boolean; error: Error | null } {
  const { data, isPending, error } = useCall(listAttributes, {}, { staleMs: 60_000 });
  const { language } = useLanguage();
  const all = data?.attributes ?? none;
  return { structure: useMemo(() => createStructure(all, language), [all, language]), isPending, error };
}
