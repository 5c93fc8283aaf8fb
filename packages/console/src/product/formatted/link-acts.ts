import type { Mark } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import { formattedSchema } from './formatted-schema.ts';

const { link } = formattedSchema.marks;

/** A link in the text, between two positions of the document. */
interface Link {
  mark: Mark;
  from: number;
  to: number;
}

/** Returns the links in the block of text in which the selection begins. A link can contain several differently formatted texts. */
function linksBeside({ selection: { $from } }: EditorState): Link[] {
  const links: Link[] = [];
  $from.parent.forEach((node, offset) => {
    const mark = link.isInSet(node.marks);
    const from = $from.start() + offset;
    const last = links.at(-1);
    if (mark === undefined) return;
    if (last?.to === from && last.mark.eq(mark)) last.to += node.nodeSize;
    else links.push({ mark, from, to: from + node.nodeSize });
  });
  return links;
}

/** Returns the first link that the selection touches, or undefined. */
function linkAt(state: EditorState): Link | undefined {
  const { from, to, empty } = state.selection;
  return linksBeside(state).find((one) =>
    empty ? one.from <= from && one.to >= from : one.from < to && one.to > from,
  );
}

/** Returns the address of the link that the selection touches, or undefined. */
export function addressAt(state: EditorState): string | undefined {
  const mark = linkAt(state)?.mark;
  return mark && String(mark.attrs['href']);
}

/** Removes the link that the selection touches. Its text stays. */
export const removeLink: Command = (state, dispatch) => {
  const found = linkAt(state);
  if (found) dispatch?.(state.tr.removeMark(found.from, found.to, link));
  return found !== undefined;
};

/**
 * Changes the address of the link that the selection touches, and extends this link to the whole selection. Without such a link, makes the
 * selected text a link, or inserts the address as a link if no text is selected.
 */
export const setLink =
  (href: string): Command =>
  (state, dispatch) => {
    const { from, to, empty } = state.selection;
    const found = linkAt(state);
    const mark = link.create({ ...found?.mark.attrs, href });
    const { tr } = state;
    if (found) dispatch?.(tr.addMark(Math.min(from, found.from), Math.max(to, found.to), mark));
    else if (empty) dispatch?.(tr.replaceSelectionWith(formattedSchema.text(href, [mark]), false));
    else dispatch?.(tr.addMark(from, to, mark));
    return true;
  };
