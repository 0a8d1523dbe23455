export * from './command.ts';
export * from './event.ts';
export * from './image.ts';
export * from './outcome.ts';
export * from './port.ts';
