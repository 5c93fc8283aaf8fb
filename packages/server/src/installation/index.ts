export { type InstallationFeature, openInstallation } from './installation-feature.ts';
export type { Retention } from './stored-data-rules.ts';
export { addReplicaFigures } from './replica-figure-service.ts';
export { addOperatorFigures, createFigureReader, type FigureReader } from './operator-figure-service.ts';
