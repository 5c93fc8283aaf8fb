import { autocompletion, completionKeymap, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { FormulaError, FormulaScope } from '@pimento/formula';
import { sentenceOf } from '@pimento/formula/editor';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { completeFormula } from './formula-completion.ts';
import { formulaTheme } from './formula-theme.ts';
import { suggestionsFor } from './suggestions.ts';

/** Shows a formula in a CodeMirror editor. Returns the ref of the element that contains the editor. */
export function useFormulaView(props: {
  label: string;
  /** Id of the element that lists the errors. */
  describedBy: string;
  value: string;
  scope: FormulaScope;
  errors: readonly FormulaError[];
  readOnly: boolean;
  onChange: (text: string) => void;
}): RefObject<HTMLDivElement | null> {
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
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': String(errors.length > 0),
      'aria-multiline': 'true',
      ...(readOnly && { tabindex: '0', 'aria-readonly': 'true' }),
    }),
  ];
  const open = useEffectEvent((element: HTMLDivElement) => {
    const state = EditorState.create({
      doc: value,
      extensions: [
        history(),
        closeBrackets(),
        // No delay, so that Enter accepts a suggestion even directly after the list has appeared.
        autocompletion({ override: [(context) => complete(context)], icons: false, interactionDelay: 0 }),
        // Tab is not bound, so that it moves the focus as usual.
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.lineWrapping,
        formulaTheme,
        settings.current.of(changing()),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) report(update.state.doc.toString());
        }),
      ],
    });
    return new EditorView({ state, parent: element });
  });
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
  useEffect(() => reconfigure(), [label, readOnly, isInvalid]);
  // The text also changes without typing when the user discards a change or applies the replacement that an error suggests.
  useEffect(() => {
    const { current } = view;
    const text = current?.state.doc.toString();
    if (current && text !== value)
      current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
  }, [value]);
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
  return parent;
}
