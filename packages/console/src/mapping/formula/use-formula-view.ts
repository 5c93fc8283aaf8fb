import { autocompletion, completionKeymap, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { FormulaError, FormulaScope } from '@pimento/formula';
import { sentenceOf } from '@pimento/formula/editor';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { completeFormula } from './formula-completion.ts';
import { formulaTheme } from './formula-theme.ts';
import { suggestionsFor } from './suggestions.ts';

/** German translations of CodeMirror's own texts, which are in English. */
const germanPhrases = {
  Completions: 'Vorschläge',
  'Selection deleted': 'Auswahl gelöscht',
  'Control character': 'Steuerzeichen',
};

interface FormulaView {
  /** The ref of the element that contains the editor. */
  ref: RefObject<HTMLDivElement | null>;
  /** Replaces a part of the formula as if it were typed, so that it can be undone. Offsets are in characters. */
  replace: (from: number, to: number, text: string) => void;
}

/** Creates the state of an editor, with an empty history. */
const newState = (doc: string, anchor: number, extensions: Extension[]): EditorState =>
  EditorState.create({
    doc,
    selection: { anchor: Math.min(anchor, doc.length) },
    extensions: [
      history(),
      closeBrackets(),
      // Tab is not bound, so that it moves the focus as usual.
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.lineWrapping,
      formulaTheme,
      ...extensions,
    ],
  });

/** Shows a formula in a CodeMirror editor. */
export function useFormulaView(props: {
  label: string;
  /** Id of the element that lists the errors. */
  describedBy: string;
  value: string;
  scope: FormulaScope;
  errors: readonly FormulaError[];
  readOnly: boolean;
  onChange: (text: string) => void;
}): FormulaView {
  const { label, describedBy, value, scope, errors, readOnly } = props;
  const { language } = useLanguage();
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const settings = useRef(new Compartment());
  const suggestions = useMemo(() => suggestionsFor(scope), [scope]);
  const report = useEffectEvent((text: string) => props.onChange(text));
  const complete = useEffectEvent(completeFormula(() => ({ suggestions, language })));
  const changing = () => [
    EditorState.readOnly.of(readOnly),
    EditorView.editable.of(!readOnly),
    EditorState.phrases.of(language === 'de' ? germanPhrases : {}),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': String(errors.length > 0),
      'aria-multiline': 'true',
      ...(readOnly && { tabindex: '0', 'aria-readonly': 'true' }),
    }),
  ];
  const stateOf = useEffectEvent((doc: string, anchor = 0) =>
    newState(doc, anchor, [
      // No delay, so that Enter accepts a suggestion even directly after the list has appeared.
      autocompletion({ override: [(context) => complete(context)], icons: false, interactionDelay: 0 }),
      settings.current.of(changing()),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) report(update.state.doc.toString());
      }),
    ]),
  );
  const open = useEffectEvent((parent: HTMLDivElement) => new EditorView({ state: stateOf(value), parent }));
  useEffect(() => {
    if (!parent.current) return undefined;
    const opened = open(parent.current);
    view.current = opened;
    return () => opened.destroy();
  }, []);
  const isInvalid = errors.length > 0;
  const reconfigure = useEffectEvent(() =>
    view.current?.dispatch({ effects: settings.current.reconfigure(changing()) }),
  );
  useEffect(() => reconfigure(), [label, readOnly, isInvalid, language]);
  // A text that was not typed here, such as a saved version, starts with a new history. Otherwise, Ctrl Z would restore the previous text.
  const follow = useEffectEvent((text: string) => {
    const { current } = view;
    if (current && current.state.doc.toString() !== text)
      current.setState(stateOf(text, current.state.selection.main.head));
  });
  // Other effects can run after the next letter was typed, and `follow` would then remove that letter.
  useLayoutEffect(() => follow(value), [value]);
  useEffect(() => {
    const { current } = view;
    if (!current || current.state.doc.toString() !== value) return;
    const end = current.state.doc.length;
    const marks = errors.map((error) => ({
      from: Math.min(error.span.start, end),
      to: Math.min(Math.max(error.span.end, error.span.start), end),
      severity: 'error' as const,
      message: sentenceOf(error, language),
    }));
    current.dispatch(setDiagnostics(current.state, marks));
  }, [errors, value, language]);
  const replace = (from: number, to: number, insert: string) =>
    view.current?.dispatch({ changes: { from, to, insert } });
  return { ref: parent, replace };
}
