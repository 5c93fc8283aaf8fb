export { type FeedName, feedNames } from './feed-types.ts';
export { type FileBytes, bytesInMemory, type Spool } from './source/file-bytes.ts';
export { FileError, type FileErrorCode } from './source/file-error.ts';
export { type Encoding, encodings } from './text/encoding.ts';
export type { CellFault, Row } from './rows-types.ts';
export { columnLetters } from './rows-types.ts';
export { findJsonFeed } from './recognise/json-signs.ts';
export { type FeedFormat, isFeedFormat, plainKindOf } from './format/feed-choice.ts';
export type { FileFormat, FileKind, FormatChoices } from './format/format-types.ts';
export { detectFormat } from './format/detect.ts';
export { openJson, openRows } from './format/open-rows.ts';
export type { Attribute } from './columns/attribute-tree.ts';
export { type Column, columnsOf } from './columns/columns-of.ts';
export { parseProduct } from './columns/product-json.ts';
export type { ColumnTarget } from './columns/column-name.ts';
export type { ProductObject } from './columns/product-lines.ts';
export type {
  ColumnMapping,
  GuessedMapping,
  Mapping,
  MappingChoices,
  MappingQuestion,
  MappingQuestionCode,
  RepeatedId,
  StoredMapping,
} from './mapping/mapping-types.ts';
export { applyMapping } from './mapping/apply-mapping.ts';
export {
  documentOf,
  type MappingDocument,
  type RememberedFormat,
  storedMappingOf,
} from './mapping/mapping-document.ts';
export { detectRemembered } from './table/detect-remembered.ts';
export { headerKey, possibleHeaderKeys } from './mapping/header-key.ts';
export { judgeMapping, newAttributesOf } from './mapping/judge-mapping.ts';
export { guessMapping } from './mapping/guess-mapping.ts';
export { type MappedProduct, mapRows, mapTable } from './mapping/map-rows.ts';
export { type ProductReason, rejectedProducts } from './table/rejected-products.ts';
export { openProductText } from './table/open-product-text.ts';
export { productText } from './table/product-text.ts';
export { RowNumbers } from './table/row-numbers.ts';
export { readSample } from './table/sample-rows.ts';
export type { RowProblem, RowProblemCode } from './mapping/row-problem.ts';
export { readFeed } from './feeds/read-feed.ts';
export { type FeedShape, scanFeed } from './feed-items/feed-shape.ts';
export { missingDefinitions, type NewDefinition } from './feed-items/feed-definitions.ts';
export { describeFeed, type FeedAttribute, type FeedDescription } from './feeds/describe-feed.ts';
export { feedHeader } from './feeds/feed-header.ts';
export { type MissingComposites, prepareFeed, type PreparedFeed } from './feeds/prepare-feed.ts';
export { openProductLists, openProducts, type ReadPlan } from './feeds/open-products.ts';
export { writeCsv } from './write/write-csv.ts';
export { CannotCarryError } from './write/cannot-carry.ts';
export { sheetChunks } from './write/sheet-chunks.ts';
export { writeXlsx } from './write/write-xlsx.ts';
export { type RejectedRows, writeRejected } from './write/write-rejected.ts';
export { type OutFeed, outFeeds, writeFeed } from './write/write-feed.ts';
