import type { ConnectionView } from '@pimento/contract';
import type { FormulaScope } from '@pimento/formula';
import { useMemo } from 'react';
import { useStructure } from '../../session/use-structure.ts';
import type { MappingWork } from '../draft/use-mapping.ts';
import { formulaAttributes } from './client-attributes.ts';
import { mappingScope } from './formula-scope.ts';

/** Returns the scope of formulas at the top level of the draft. */
export function useMappingScope({ stored: { mapping } }: MappingWork, channel: ConnectionView): FormulaScope {
  const { structure } = useStructure();
  const tables = Object.entries(mapping.tables ?? {}).map(([id, { columns }]) => [id, columns]);
  const names = JSON.stringify([Object.keys(mapping.maps ?? {}), tables]);
  return useMemo(() => {
    const fields = channel.accountFields.filter(({ type }) => type === 'string').map(({ id }) => id);
    return mappingScope(formulaAttributes(structure), mapping, fields);
    // oxlint-disable-next-line react/exhaustive-deps -- of the mapping, formulas read only the names of maps, tables and columns
  }, [structure, names, channel.accountFields]);
}
