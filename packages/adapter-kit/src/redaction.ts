export interface Redaction {
  /** Redacts the text in all later output. Ignores text shorter than four characters, which would make every line unreadable. */
  hide(text: string | null): void;
  clean(text: string): string;
}

/** Creates a redaction that removes credentials from logs, reasons and reports. Error messages may contain them. */
export function createRedaction(): Redaction {
  const hidden = new Set<string>();
  return {
    hide(text) {
      if (text === null || text.length < 4) return;
      for (const form of [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)]) hidden.add(form);
    },
    clean(text) {
      // The longest secret comes first. If a shorter secret inside it were replaced first, the rest of the longer one would remain.
      const longestFirst = [...hidden].toSorted((a, b) => b.length - a.length);
      return longestFirst.reduce((cleaned, secret) => cleaned.replaceAll(secret, '***'), text);
    },
  };
}
