export interface Redaction {
  /** From now on the text is never written; texts of fewer than four characters would make every line unreadable and are let through. */
  hide(text: string | null): void;
  clean(text: string): string;
}

/** Keeps credentials out of logs, reasons and reports, wherever an error message carries them along. */
export function createRedaction(): Redaction {
  const hidden = new Set<string>();
  return {
    hide(text) {
      if (text === null || text.length < 4) return;
      for (const form of [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)]) hidden.add(form);
    },
    clean(text) {
      // the longest first, so that no part of one survives inside another
      const longestFirst = [...hidden].toSorted((a, b) => b.length - a.length);
      return longestFirst.reduce((cleaned, secret) => cleaned.replaceAll(secret, '***'), text);
    },
  };
}
