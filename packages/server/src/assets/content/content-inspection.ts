import { decideType, isPage, isPicture } from './content-type-rules.ts';
import type { StoredContent } from './content-intake.ts';
import { measureImage } from './image-preview.ts';
import { looksBinary, sniffText } from './text-sniff-rules.ts';

/** Result of inspecting the first bytes of a received file. */
export interface Inspection {
  contentType: string;
  /** True if the file is an HTML page instead of the expected file. */
  isPage: boolean;
  /** The type detected from magic bytes, or SVG if the text is SVG. Undefined if neither was detected or if the request stated a type. */
  byteType: string | undefined;
  width: number | null;
  height: number | null;
  /** True if thumbnails can be attempted. */
  isPicture: boolean;
}

type HeadOfContent = Pick<StoredContent, 'head'>;

const startBytes = 8 * 1024;

/**
 * Detects the container format (TIFF or ZIP) from the first bytes. The data that identifies the exact format may come later in the file.
 * @returns undefined for any other content
 */
function findFamily(head: Buffer): string | undefined {
  const start = head.toString('latin1', 0, 4);
  if (start === 'II*\0' || start === 'MM\0*') return 'image/tiff';
  return start === 'PK\u0003\u0004' ? 'application/zip' : undefined;
}

/**
 * Returns true if a file starts with an ID3 tag or the sync pattern of MPEG audio. Other positions do not count, because the pattern can
 * occur in any data.
 */
function startsAsMpeg(head: Buffer): boolean {
  return head.toString('latin1', 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0);
}

async function findMagicIn(head: Buffer): Promise<string | undefined> {
  // Loaded lazily, because threads that only import products never need this module.
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    const found = await fileTypeFromBuffer(head);
    if (found?.mime === 'audio/mpeg' && !startsAsMpeg(head)) return undefined;
    // For XML, `sniffText` gives a more exact type, based on the first element.
    return found === undefined || found.mime === 'application/xml' ? findFamily(head) : found.mime;
  } catch {
    return findFamily(head);
  }
}

/**
 * Detects the type from the first 8 KiB. If these show only a container format, inspects up to 64 KiB.
 * @returns undefined if no type is detected
 */
async function findMagic(content: HeadOfContent): Promise<string | undefined> {
  const start = content.head(startBytes);
  const magic = await findMagicIn(start);
  return magic !== undefined && findFamily(start) === magic ? findMagicIn(content.head()) : magic;
}

const isPlain = (header: string | undefined) => /^\s*text\/plain\s*(?:;|$)/i.test(header ?? '');

/** @param stated type that the request states for this file; `header` is the Content-Type of the form part or response */
export async function inspectContent(
  content: HeadOfContent,
  { stated, header }: { stated?: string | undefined; header?: string | undefined },
): Promise<Inspection> {
  const magic = await findMagic(content);
  const text = magic === undefined ? sniffText(content.head(startBytes)) : undefined;
  // Some senders use text/plain for files of unknown type. The header is therefore ignored if the bytes are binary.
  const isGuess = magic === undefined && text === undefined && isPlain(header) && looksBinary(content.head(startBytes));
  const evidence = { stated: stated?.toLowerCase(), magic, text, header: isGuess ? undefined : header };
  const contentType = decideType(evidence);
  const seen = magic ?? text ?? '';
  const measured = seen.startsWith('image/') ? await measureImage(content.head()) : undefined;
  return {
    contentType,
    isPage: isPage(evidence),
    byteType: stated === undefined ? (magic ?? (text === 'image/svg+xml' ? text : undefined)) : undefined,
    width: measured?.width ?? null,
    height: measured?.height ?? null,
    isPicture: isPicture(seen),
  };
}
