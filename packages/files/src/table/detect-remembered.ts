import { detectFormat } from '../format/detect.ts';
import type { FileFormat, FormatChoices } from '../format/format-types.ts';
import { type RememberedFormat, rememberedChoices } from '../mapping/mapping-document.ts';
import type { FileBytes, Spool } from '../source/file-bytes.ts';
import { FileError } from '../source/file-error.ts';

/**
 * Detects the format of a file with a mapping that was created for a different file. The stored format is only a preference. If its sheet
 * does not exist in this file, for example in a file with rejected rows, a different sheet is read.
 * @param choices the user's choices for this file
 * @throws FileError if the file cannot be read
 */
export async function detectRemembered(
  file: FileBytes,
  choices: FormatChoices,
  remembered: RememberedFormat | null | undefined,
  spool?: Spool,
): Promise<FileFormat> {
  const preferred = rememberedChoices(remembered ?? {});
  const stated = Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined));
  try {
    return await detectFormat(file, { ...preferred, ...stated }, spool);
  } catch (error) {
    const isPreference = choices.sheet === undefined && preferred.sheet !== undefined;
    if (!isPreference || !(error instanceof FileError) || error.code !== 'sheet-unknown') throw error;
    return detectFormat(file, { ...preferred, sheet: undefined, ...stated }, spool);
  }
}
