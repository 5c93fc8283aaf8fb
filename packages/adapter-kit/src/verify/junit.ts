import type { Verdict } from './verdict-rules.ts';

export function junitReport(verdicts: readonly Verdict[], seconds: number): string {
  const cases = verdicts.map(({ id, guarantee, passed, detail }) => {
    const head = `    <testcase classname="pimento.adapter.${escape(id)}" name="${escape(guarantee)}"`;
    return passed ? `${head}/>` : `${head}><failure message="${escape(detail)}"/></testcase>`;
  });
  const failures = verdicts.filter((verdict) => !verdict.passed).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites>`,
    `  <testsuite name="pimento adapter verify" tests="${verdicts.length}" failures="${failures}" time="${seconds.toFixed(3)}">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML. Replaces control characters with spaces, because XML does not allow most of them, even if escaped. */
function escape(text: string): string {
  return text.replaceAll(/[\u0000-\u001f]/g, ' ').replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
