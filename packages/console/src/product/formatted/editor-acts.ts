import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import type { MarkType, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import { formattedSchema } from './formatted-schema.ts';

const { nodes, marks } = formattedSchema;

/** A button of the editor: what it does, and whether the selection already has its formatting. */
export interface EditorAct {
  run: Command;
  isActive: (state: EditorState) => boolean;
}

function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type);
}

/** Returns true if the selection begins inside a node of the type. */
function isInside({ selection: { $from } }: EditorState, type: NodeType): boolean {
  return Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth).type).includes(type);
}

const markAct = (type: MarkType): EditorAct => ({
  run: toggleMark(type),
  isActive: (state) => hasMark(state, type),
});

const listAct = (type: NodeType): EditorAct => ({
  run: (state, dispatch) =>
    isInside(state, type) ? liftListItem(nodes.list_item)(state, dispatch) : wrapInList(type)(state, dispatch),
  isActive: (state) => isInside(state, type),
});

export const editorActs = {
  bold: markAct(marks.strong),
  italic: markAct(marks.em),
  underline: markAct(marks.underline),
  heading: {
    run: (state, dispatch) =>
      setBlockType(isInside(state, nodes.heading) ? nodes.paragraph : nodes.heading)(state, dispatch),
    isActive: (state) => isInside(state, nodes.heading),
  },
  bullets: listAct(nodes.bullet_list),
  numbers: listAct(nodes.ordered_list),
  quote: {
    run: (state, dispatch) =>
      isInside(state, nodes.blockquote) ? lift(state, dispatch) : wrapIn(nodes.blockquote)(state, dispatch),
    isActive: (state) => isInside(state, nodes.blockquote),
  },
} satisfies Record<string, EditorAct>;
