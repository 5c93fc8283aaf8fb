/** A part of a template, which is text, a value, or a section that is repeated for each value. */
export type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'value'; path: string }
  | { kind: 'section'; path: string; parts: TemplatePart[] };

/** Thrown if a template is invalid. The message addresses the author of the configuration. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

const tag = /\{\{([#/]?)\s*([^{}]*?)\s*\}\}/g;

/**
 * Parses a template. `{{path}}` is a value. `{{#path}}…{{/path}}` is a section, which is written once for each element of a list, once
 * for any other value, and not at all if the value is missing, null or ''. Inside a section, `{{.}}` is the element or the value.
 * @throws TemplateError
 */
export function parseTemplate(template: string): TemplatePart[] {
  const top: TemplatePart[] = [];
  const open: { path: string; parts: TemplatePart[] }[] = [];
  let parts = top;
  let end = 0;
  for (const match of template.matchAll(tag)) {
    const [whole, sign, path = ''] = match;
    if (match.index > end) parts.push({ kind: 'text', text: template.slice(end, match.index) });
    end = match.index + whole.length;
    if (path === '') throw new TemplateError(`${whole} names no value`);
    if (sign === '#') {
      const section = { kind: 'section' as const, path, parts: [] };
      parts.push(section);
      open.push(section);
      ({ parts } = section);
    } else if (sign === '/') {
      if (open.pop()?.path !== path) throw new TemplateError(`{{/${path}}} does not end the section that is open`);
      parts = open.at(-1)?.parts ?? top;
    } else parts.push({ kind: 'value', path });
  }
  if (end < template.length) parts.push({ kind: 'text', text: template.slice(end) });
  const unclosed = open.at(-1);
  if (unclosed !== undefined) throw new TemplateError(`{{#${unclosed.path}}} is not closed`);
  return top;
}
