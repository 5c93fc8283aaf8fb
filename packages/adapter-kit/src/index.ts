export {
  type Adapter,
  type AuthenticationRequest,
  type AuthenticationResult,
  type AnyAdapter,
  type Batch,
  type BothShapes,
  type ChannelProduct,
  defineAdapter,
  type Disconnection,
  type HandlerContext,
  type ItemResult,
  type Withdrawal,
  type WithdrawnProduct,
} from './adapter.ts';
export { optionsFromEnvironment, runAdapterProgram } from './adapter-program.ts';
export { replaceFile, syncFolder } from './durable-file.ts';
export { fetchAsset } from './asset-file.ts';
export { createGateway, type Gateway, type GatewayOptions } from './gateway.ts';
export { type Hooks, logToStderr, type Metric, type Parked } from './hooks.ts';
export { RetryLaterError } from './retry-later-error.ts';
export { runAdapter, type RunOptions, type RunSummary } from './run-adapter.ts';
export { readStandard } from './standard/standard-file.ts';
