export { calm, type Chaos, type Fault } from './chaos-rules.ts';
export { readScenario, type Scenario, ScenarioError, type ScenarioEvent } from './scenario.ts';
export { type SeenRequest, type Simulator, startSimulator } from './simulator.ts';
