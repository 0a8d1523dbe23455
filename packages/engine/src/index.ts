export * from './command.ts';
export * from './event.ts';
export * from './image.ts';
export * from './outcome.ts';
export * from './port.ts';
export { createEngine, restoreEngine } from './create.ts';
export type { EngineOptions } from './create.ts';
export { InvariantError } from './core/invariant.ts';
export { fingerprintOf, keyFingerprint, nameOf, payloadDigest } from './keys/fingerprint.ts';
