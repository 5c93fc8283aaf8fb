export interface Redaction {
  /** Replaces the text in all later output; ignores texts of less than four characters, which would make every line unreadable. */
  hide(text: string | null): void;
  clean(text: string): string;
}

/** Removes credentials from logs, reasons and reports, for example in error messages. */
export function createRedaction(): Redaction {
  const hidden = new Set<string>();
  return {
    hide(text) {
      if (text === null || text.length < 4) return;
      for (const form of [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)]) hidden.add(form);
    },
    clean(text) {
      // longest first, so that no part of a secret remains
      const longestFirst = [...hidden].toSorted((a, b) => b.length - a.length);
      return longestFirst.reduce((cleaned, secret) => cleaned.replaceAll(secret, '***'), text);
    },
  };
}
