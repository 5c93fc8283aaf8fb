/** Number of bad rows in a table. */
export const bad = 37;

/** Returns a CSV table with `bad` bad rows at equal distances. In turn, they have an invalid number, an invalid date or no id. */
export function tableOf(rows: number): string {
  const step = Math.floor(rows / bad);
  const lines = Array.from({ length: rows }, (_, at) => {
    const fault = at % step === 0 && at / step < bad ? (at / step) % 3 : -1;
    const id = fault === 2 ? '' : `p${at}`;
    return `${id};${fault === 0 ? 'viel' : '4,20'};${fault === 1 ? 'gestern' : '2026-01-31'};${'x'.repeat(60)}\n`;
  });
  return `sku;Gewicht;Datum;text\n${lines.join('')}`;
}

/** Definitions of the attributes in two columns of the table. */
export const definitions = [
  { id: 'Gewicht', name: 'Gewicht', type: { id: 'decimal', multiValue: false } },
  { id: 'Datum', name: 'Datum', type: { id: 'date', multiValue: false } },
];
/** Options for importing the table. They name the column with the ids, because it is not recognised if some ids are missing. */
export const options = { answers: { id: 'sku', decimal: ',' } };
