/** Characters that XML does not allow in any form, and halves of pairs. */
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

/** Formats a text for XML. @param refuse is called if XML cannot carry the text, and returns what stands for it */
export const elementText = (text: string, refuse: () => string): string =>
  isXmlText(text) ? text.replaceAll(/[&<>"\r]/g, (unit) => markup[unit] ?? unit) : refuse();

/** Formats a text for an attribute, in which also line ends and tabs need references. */
export const attributeText = (text: string, refuse: () => string): string =>
  elementText(text, refuse).replaceAll(/[\n\t]/g, (unit) => `&#${unit.charCodeAt(0)};`);
