import { baseKeymap, chainCommands, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FormattedDocument, writeFormatted } from './formatted-document.ts';
import { formattedSchema } from './formatted-schema.ts';

const { nodes, marks } = formattedSchema;

const insertBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
};

const keys = keymap({
  'Mod-b': toggleMark(marks.strong),
  'Mod-i': toggleMark(marks.em),
  'Mod-u': toggleMark(marks.underline),
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  'Mod-]': sinkListItem(nodes.list_item),
  'Mod-[': liftListItem(nodes.list_item),
  'Shift-Enter': insertBreak,
  Enter: chainCommands(splitListItem(nodes.list_item), baseKeymap['Enter'] ?? (() => false)),
  // not handled here, because the form or table around the editor saves the value
  'Mod-Enter': () => false,
});

/** Scrolls to an editor that is partly outside the window or behind the bar at the lower edge of the window. */
function showWhole(view: EditorView): void {
  if (!view.isDestroyed) view.dom.scrollIntoView({ block: 'nearest' });
}

/**
 * Shows a document in an element and reports its text after each change. If the changes are undone, reports the original text, so that its
 * white space is kept.
 */
export function useEditorView(
  host: RefObject<HTMLElement | null>,
  from: { document: FormattedDocument; text: string; autoFocus: boolean; attributes: Record<string, string> },
  onChange: (text: string) => void,
) {
  const view = useRef<EditorView>(undefined);
  const { root, hasLooseItems } = from.document;
  const [state, setState] = useState(() =>
    EditorState.create({ doc: root, plugins: [history(), keys, keymap(baseKeymap)] }),
  );
  const report = useEffectEvent((now: EditorState) =>
    onChange(now.doc.eq(root) ? from.text : writeFormatted({ root: now.doc, hasLooseItems })),
  );
  const create = useEffectEvent((element: HTMLElement) => {
    const created: EditorView = new EditorView(element, {
      state,
      attributes: from.attributes,
      dispatchTransaction(transaction) {
        const next = created.state.apply(transaction);
        created.updateState(next);
        setState(next);
        if (transaction.docChanged) report(next);
      },
    });
    if (from.autoFocus) {
      created.focus();
      // focusing does not scroll, and a table around the editor gets its new height only after the next frame
      requestAnimationFrame(() => requestAnimationFrame(() => showWhole(created)));
    }
    return created;
  });
  useEffect(() => {
    if (host.current === null) return undefined;
    const created = create(host.current);
    view.current = created;
    return () => created.destroy();
  }, [host]);
  const run = (command: Command) => {
    const now = view.current;
    if (!now) return;
    command(now.state, now.dispatch, now);
    now.focus();
  };
  return { state, run };
}
