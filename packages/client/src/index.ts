export { AddressError } from './address-error.ts';
export { answerChunks } from './answer-chunks.ts';
export { ConnectionError } from './connection-error.ts';
export { createClient, type Client, type ClientOptions } from './client.ts';
export type { Credential } from './credential.ts';
export { productChanges, type ProductChangePage } from './product-changes.ts';
export { describeImportFile, type ImportFormat } from './import-file.ts';
export { exportProducts, type ExportFilter } from './product-export.ts';
export {
  type ImportOptions,
  importProducts,
  type ImportOutcome,
  sendImport,
  type ImportBody,
} from './product-import.ts';
export type { CallInput, PageItem } from './call-types.ts';
export { isProblem } from './problem-document.ts';
export { ProblemError } from './problem-error.ts';
export { UnexpectedAnswerError } from './unexpected-answer-error.ts';
