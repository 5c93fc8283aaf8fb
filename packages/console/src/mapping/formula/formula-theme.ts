import { EditorView } from '@codemirror/view';

/** The styles of the formula editor, in the colors of the console. */
export const formulaTheme = EditorView.theme({
  '&': { fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
  '.cm-content': { padding: '8px 0', minHeight: '64px', caretColor: 'var(--mantine-color-text)' },
  '.cm-line': { padding: '0 10px' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--mantine-color-red-6) 1px',
    textUnderlineOffset: '4px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-md)',
    boxShadow: 'var(--mantine-shadow-md)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '260px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '5px 10px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--mantine-primary-color-light)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-completionDetail': { color: 'var(--mantine-color-dimmed)', fontStyle: 'normal', marginLeft: '12px' },
  '.cm-completionInfo': { whiteSpace: 'pre-line', padding: '8px 10px', fontSize: '13px', maxWidth: '360px' },
  '.cm-completionMatchedText': { textDecoration: 'none' },
});
