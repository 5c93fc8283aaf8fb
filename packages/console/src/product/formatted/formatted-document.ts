import { DOMParser as DocumentParser, DOMSerializer, type Node as DocumentNode } from 'prosemirror-model';
import { parseMarkup } from '../../session/labels/inert-markup.ts';
import { formattedSchema } from './formatted-schema.ts';
import { isTreeOf, sourceTags } from './markup-source.ts';
import { markupTokens } from './markup-tokens.ts';

/** A formatted text as a document of the editor. */
export interface FormattedDocument {
  root: DocumentNode;
  /** True if the texts of the list items are in paragraphs, as in `<li><p>…</p></li>`. */
  hasLooseItems: boolean;
}

const parser = DocumentParser.fromSchema(formattedSchema);
const serializer = DOMSerializer.fromSchema(formattedSchema);

/** Longer texts are edited as source, because the editor renders the whole text. */
const maxLength = 200_000;

function elementsOf({ root, hasLooseItems }: FormattedDocument): HTMLElement {
  const container = parseMarkup('');
  container.append(serializer.serializeFragment(root.content, { document: container.ownerDocument }));
  if (hasLooseItems) return container;
  for (const item of container.querySelectorAll('li')) {
    const [first, ...others] = item.children;
    const isTight = others.every(({ localName }) => localName === 'ul' || localName === 'ol');
    if (first?.localName === 'p' && isTight) first.replaceWith(...first.childNodes);
  }
  return container;
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((token, index) => token === b[index]);

/** Returns true for a text with line breaks and without markup. As formatted text it would have a single line. */
export const hasOnlyLines = (text: string): boolean => !text.includes('<') && /[\r\n]/.test(text);

/**
 * Reads a formatted text.
 * @returns undefined if the text is longer than `maxLength`, or if the editor would lose an element, an attribute, a comment, a tag that
 * the browser ignores, or the line breaks of a text without markup
 */
export function readFormatted(text: string): FormattedDocument | undefined {
  if (text.length > maxLength || hasOnlyLines(text)) return undefined;
  const tags = sourceTags(text);
  if (tags === undefined) return undefined;
  const source = parseMarkup(text);
  if (!isTreeOf(source, tags)) return undefined;
  const wanted = markupTokens(source);
  const inParagraph = ['<p>', ...wanted, '</p>'];
  const root = parser.parse(source);
  return [false, true]
    .map((hasLooseItems) => ({ root, hasLooseItems }))
    .find((document) => {
      const written = markupTokens(elementsOf(document));
      return wanted.length === 0 || isSame(written, wanted) || isSame(written, inParagraph);
    });
}

/** Returns the HTML of a document, or '' if it has no content. */
export function writeFormatted(document: FormattedDocument): string {
  const { root } = document;
  const isEmpty = root.childCount === 1 && root.firstChild?.isTextblock === true && root.firstChild.childCount === 0;
  return isEmpty ? '' : elementsOf(document).innerHTML;
}
