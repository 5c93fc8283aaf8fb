import { type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model';
import { isHarmless } from './markup.ts';

/** Returns the spec of a mark for equivalent elements, such as `strong` and `b`. A mark is written as the element it was read from. */
function keptTag(tags: readonly [string, ...string[]]): MarkSpec {
  return {
    attrs: { tag: { default: tags[0] } },
    parseDOM: tags.map((tag) => ({ tag, attrs: { tag } })),
    toDOM: (mark): DOMOutputSpec => [String(mark.attrs['tag']), 0],
  };
}

const plainMark = (tag: string, excludes?: string): MarkSpec => ({
  parseDOM: [{ tag }],
  toDOM: (): DOMOutputSpec => [tag, 0],
  ...(excludes !== undefined && { excludes }),
});

const block = (tag: string, content: string, spec: Partial<NodeSpec> = {}): NodeSpec => ({
  content,
  group: 'block',
  parseDOM: [{ tag }],
  toDOM: (): DOMOutputSpec => [tag, 0],
  ...spec,
});

const levels = [1, 2, 3, 4, 5, 6];

/** The attributes that a link keeps. */
const linkAttributes = ['href', 'title', 'target', 'rel'] as const;

const link: MarkSpec = {
  attrs: Object.fromEntries(linkAttributes.map((name) => [name, { default: null }])),
  inclusive: false,
  parseDOM: [
    {
      tag: 'a[href]',
      // the editor does not accept a link that runs a script, so the text is edited as source
      getAttrs: (element) =>
        isHarmless(element.getAttribute('href') ?? '') &&
        Object.fromEntries(linkAttributes.map((name) => [name, element.getAttribute(name)])),
    },
  ],
  toDOM: (mark): DOMOutputSpec => [
    'a',
    Object.fromEntries(Object.entries(mark.attrs).filter(([, value]) => value !== null)),
    0,
  ],
};

/**
 * The elements that the editor can show and change. The subset is what shops and marketplaces accept in descriptions. A text with any other
 * element or attribute is edited as source.
 */
export const formattedSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: block('p', 'inline*'),
    heading: {
      attrs: { level: { default: 3 } },
      content: 'inline*',
      group: 'block',
      defining: true,
      parseDOM: levels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: (node): DOMOutputSpec => [`h${String(node.attrs['level'])}`, 0],
    },
    blockquote: block('blockquote', 'block+', { defining: true }),
    bullet_list: block('ul', 'list_item+'),
    ordered_list: block('ol', 'list_item+'),
    list_item: {
      content: 'paragraph block*',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: (): DOMOutputSpec => ['li', 0],
    },
    horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: (): DOMOutputSpec => ['hr'] },
    text: { group: 'inline' },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: (): DOMOutputSpec => ['br'],
    },
  },
  marks: {
    link,
    strong: keptTag(['strong', 'b']),
    em: keptTag(['em', 'i']),
    underline: plainMark('u'),
    strike: keptTag(['s', 'del']),
    sub: plainMark('sub', 'sub sup'),
    sup: plainMark('sup', 'sub sup'),
  },
});
