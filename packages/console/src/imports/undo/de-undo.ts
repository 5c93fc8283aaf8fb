import type { UndoTexts } from './en-undo.ts';

const products = (count: string) => (count === '1' ? '1 Produkt' : `${count} Produkte`);

export const deUndo: UndoTexts = {
  open: 'Import rückgängig machen …',
  openEdit: 'Änderung rückgängig machen …',
  title: 'Diesen Import rückgängig machen',
  checking: 'Es wird geprüft, was wiederhergestellt würde …',
  restored: 'erhalten ihre früheren Werte',
  kept: 'bleiben, wie sie sind',
  created: 'wurden neu angelegt',
  deleteCreated: (count) => `Auch die neu angelegten Produkte löschen (${count})`,
  deleteText: (changed) =>
    changed === '0'
      ? 'Keines davon wurde seitdem geändert. Sie lassen sich wiederherstellen.'
      : `${products(changed)} ${changed === '1' ? 'wurde' : 'wurden'} seitdem geändert und ${changed === '1' ? 'bleibt' : 'bleiben'}. Gelöschte Produkte lassen sich wiederherstellen.`,
  noneUnchanged: (changed) =>
    changed === '1'
      ? 'Das neu angelegte Produkt wurde seitdem geändert und bleibt.'
      : `Die ${changed} neu angelegten Produkte wurden seitdem geändert und bleiben.`,
  attributes: 'Attribute, die der Import angelegt hat, bleiben.',
  nothing:
    'Es gibt nichts wiederherzustellen: Die Produkte sind schon wiederhergestellt, wurden seitdem geändert oder gelöscht.',
  apply: 'Import rückgängig machen',
  deleting: (count) => `Neu angelegte Produkte werden gelöscht: ${count}`,
  deleted: (count) => `${products(count)} gelöscht`,
  deletedKept: (count) => `${products(count)} seitdem geändert und behalten`,
  isUndone: 'Die Werte vor diesem Import wurden wiederhergestellt.',
  isRunning: 'Dieser Import wird rückgängig gemacht …',
  isPartlyUndone: (restored, kept) =>
    [
      restored === '0'
        ? 'Kein Produkt wurde wiederhergestellt.'
        : `${products(restored)} ${restored === '1' ? 'hat' : 'haben'} wieder die Werte vor diesem Import.`,
      ...(kept === '0' ? [] : [`${products(kept)} ${kept === '1' ? 'blieb' : 'blieben'} unverändert.`]),
    ].join(' '),
  areDeleted: (count) => `${products(count)} aus diesem Import gelöscht.`,
  show: 'Rückgängig-Vorgang anzeigen',
};
