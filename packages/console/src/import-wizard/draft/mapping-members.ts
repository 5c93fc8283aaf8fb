import type { ImportMappingDocument } from '@pimento/contract';
import type { MappingDraft } from './draft-types.ts';

type Options = Omit<ImportMappingDocument, 'columns' | 'headerRow'>;
type Format = NonNullable<Options['format']>;

/** Members of a mapping that are merged, in addition to its columns. The row of the header differs from file to file and is not merged. */
export const mappingMembers = ['empty', 'continued', 'guarded', 'unitRow', 'format'] as const;
export type MappingMember = (typeof mappingMembers)[number];

/** The kind, encoding, delimiter and sheet of a format. A property is null if the service detects it. */
export type FormatParts = [Format['kind'] | null, Format['encoding'] | null, string | null, string | null];

const formatText = (format: Options['format']): string =>
  JSON.stringify([
    format?.kind ?? null,
    format?.encoding ?? null,
    format?.delimiter ?? null,
    format?.sheet ?? null,
  ] satisfies FormatParts);

function formatOf(text: string): Format | undefined {
  const [kind, encoding, delimiter, sheet] = JSON.parse(text) as FormatParts; // `formatText` made this text
  if (text === formatText(undefined)) return undefined;
  return {
    ...(kind == null ? {} : { kind }),
    ...(encoding == null ? {} : { encoding }),
    ...(delimiter == null ? {} : { delimiter }),
    ...(sheet == null ? {} : { sheet }),
  };
}

/** Returns true if a file is read in the same way with both formats. */
export const isSameFormat = (a: Options['format'], b: Options['format']): boolean => formatText(a) === formatText(b);

/** Returns each member as a string, so that it can be compared. */
export const memberTexts = ({
  empty,
  continued,
  guarded,
  unitRow,
  format,
}: Options): Record<MappingMember, string> => ({
  empty,
  continued: String(continued === true),
  guarded: String(guarded),
  unitRow: String(unitRow === true),
  format: formatText(format),
});

/** Returns a draft with the members that `memberTexts` has converted to strings. Members whose text is missing or unchanged are kept. */
export function withMembers(draft: MappingDraft, texts: Partial<Record<MappingMember, string>>): MappingDraft {
  const own = memberTexts(draft);
  const changed = (member: MappingMember) => texts[member] !== undefined && texts[member] !== own[member];
  const flag = (member: 'continued' | 'guarded' | 'unitRow') =>
    changed(member) ? { [member]: texts[member] === 'true' } : {};
  return {
    ...draft,
    ...(changed('empty') ? { empty: texts.empty === 'clear' ? 'clear' : 'leave' } : {}),
    ...flag('continued'),
    ...flag('guarded'),
    ...flag('unitRow'),
    ...(changed('format') && texts.format !== undefined ? { format: formatOf(texts.format) } : {}),
  };
}
