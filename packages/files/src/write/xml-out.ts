/** Characters that XML does not allow in any form, and lone surrogates. */
const notInXml =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const markup: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

export const isXmlText = (text: string): boolean => !notInXml.test(text);

/** Escapes text for the content of an XML element. @param refuse returns the replacement for a text that XML cannot represent */
export const elementText = (text: string, refuse: () => string): string =>
  isXmlText(text) ? text.replaceAll(/[&<>"\r]/g, (unit) => markup[unit] ?? unit) : refuse();

/** Escapes text for an XML attribute, in which line endings and tabs need references as well. */
export const attributeText = (text: string, refuse: () => string): string =>
  elementText(text, refuse).replaceAll(/[\n\t]/g, (unit) => `&#${unit.charCodeAt(0)};`);
