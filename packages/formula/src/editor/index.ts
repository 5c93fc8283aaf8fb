export { functionFacts, type FunctionFacts, type ParameterFacts } from './function-facts.ts';
export { sentenceOf } from './sentence.ts';
