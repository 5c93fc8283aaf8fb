import { decideType, isPage, isPicture } from './content-type-rules.ts';
import type { StoredContent } from './content-intake.ts';
import { measureImage } from './image-preview.ts';
import { sniffText } from './text-sniff-rules.ts';

/** What is to be known of a file that has arrived, read off its first bytes. */
export interface Inspection {
  contentType: string;
  /** HTML where a file was promised. */
  isPage: boolean;
  width: number | null;
  height: number | null;
  /** Thumbnails can be tried. */
  isPicture: boolean;
}

async function findMagic(head: Buffer): Promise<string | undefined> {
  // Loaded when first needed: threads that only import products never do.
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    const found = await fileTypeFromBuffer(head);
    // Says less of an XML file than its own first element.
    return found === undefined || found.mime === 'application/xml' ? undefined : found.mime;
  } catch {
    return undefined;
  }
}

/** @param stated type that the caller gave for this very file; `header` the Content-Type it came with */
export async function inspectContent(
  content: Pick<StoredContent, 'head'>,
  { stated, header }: { stated?: string | undefined; header?: string | undefined },
): Promise<Inspection> {
  const magic = await findMagic(content.head);
  const text = magic === undefined ? sniffText(content.head) : undefined;
  const evidence = { stated: stated?.toLowerCase(), magic, text, header };
  const contentType = decideType(evidence);
  const seen = magic ?? text ?? '';
  const measured = seen.startsWith('image/') ? await measureImage(content.head) : undefined;
  return {
    contentType,
    isPage: isPage(evidence),
    width: measured?.width ?? null,
    height: measured?.height ?? null,
    isPicture: isPicture(seen),
  };
}
