import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

setFlagsFromString('--allow-natives-syntax');

/**
 * True when V8 keeps both objects in one hidden class. Objects of one kind that have a class each make every read of them
 * slow, and their classes stay in memory (docs/performance.md, "Copies of objects").
 */
export const haveOneShape = runInThisContext('(left, right) => %HaveSameMap(left, right)') as (
  left: object,
  right: object,
) => boolean;
