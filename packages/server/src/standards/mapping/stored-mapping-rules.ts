import { createHash } from 'node:crypto';
import type { Mapping } from '@pimento/contract';
import { parseFormula, restoreFormula, storeFormula } from '@pimento/formula';
import { canonicalJson } from '../read/canonical-json.ts';
import type { MappingScopes } from './formula-scopes-rules.ts';
import { changeFormulas } from './mapping-formulas-rules.ts';
import type { FormulaKeys, MappingOutline, MappingRow } from './mapping-types.ts';

/** Converts a mapping to its stored form, in which formulas are canonical. Records the keys of the attributes that they name. */
export function storedForm(
  mapping: Mapping,
  scopes: MappingScopes,
): Pick<MappingRow, 'document' | 'formulaKeys' | 'documentHash'> {
  const formulaKeys: FormulaKeys = {};
  const document = changeFormulas(withoutEntries(mapping), (formula) => {
    scopes.compile(formula);
    const parsed = parseFormula(formula.text);
    // A draft can contain formulas with syntax errors. They are stored unchanged.
    if ('error' in parsed) return formula.text;
    const { text, keys } = storeFormula(parsed.tree, scopes.scopeOf(formula));
    formulaKeys[formula.pointer] = keys;
    return text;
  });
  const documentHash = createHash('sha256')
    .update(canonicalJson([document, formulaKeys]))
    .digest('hex');
  return { document, formulaKeys, documentHash };
}

/** Converts a stored mapping back. Its formulas then name attributes by their current ids. */
export function restoredForm(
  { document, formulaKeys }: Pick<MappingRow, 'document' | 'formulaKeys'>,
  { attributes }: Pick<MappingScopes, 'attributes'>,
): MappingOutline {
  return changeFormulas(document, ({ pointer, text }) => {
    const keys = Object.hasOwn(formulaKeys, pointer) ? formulaKeys[pointer] : undefined;
    return keys === undefined ? text : restoreFormula({ text, keys }, attributes);
  });
}

/** Removes the entries of value maps and the rows of tables, which are stored in separate rows, and the channel id, which is in the URL. */
function withoutEntries({ channelId: _, ...mapping }: Mapping): MappingOutline {
  const { maps, tables } = mapping;
  return {
    ...mapping,
    ...(maps && {
      maps: Object.fromEntries(
        Object.entries(maps).map(([id, { ignoreCase }]) => [id, ignoreCase === undefined ? {} : { ignoreCase }]),
      ),
    }),
    ...(tables && {
      tables: Object.fromEntries(Object.entries(tables).map(([id, { columns }]) => [id, { columns, rows: [] }])),
    }),
  };
}
