import { Session } from 'node:inspector';

/** All maps and sets of this process. */
export interface Maps {
  readonly count: number;
  readonly entries: number;
  readonly largest: number;
}

interface Found {
  readonly result: { readonly objectId: string };
}

const SUM = `function (name) {
  const size = Object.getOwnPropertyDescriptor(globalThis[name].prototype, 'size').get;
  let count = 0, entries = 0, largest = 0;
  for (const one of this) {
    let held = 0;
    try { held = size.call(one); } catch {}
    count += 1; entries += held; largest = Math.max(largest, held);
  }
  return { count, entries, largest };
}`;

/** Counts the entries of all maps and sets. The process stands still meanwhile. */
export function countMaps(): Maps {
  const session = new Session();
  session.connect();
  try {
    const [maps, sets] = [sizesOf(session, 'Map'), sizesOf(session, 'Set')];
    return {
      count: maps.count + sets.count,
      entries: maps.entries + sets.entries,
      largest: Math.max(maps.largest, sets.largest),
    };
  } finally {
    session.disconnect();
  }
}

/** Bytes of the heap after a garbage collection. */
export function heapBytes(): number {
  global.gc?.();
  global.gc?.();
  return process.memoryUsage().heapUsed;
}

function sizesOf(session: Session, name: 'Map' | 'Set'): Maps {
  const group = { objectGroup: 'count' };
  const prototype = ask(session, 'Runtime.evaluate', { expression: `${name}.prototype`, ...group }) as Found;
  const { objects } = ask(session, 'Runtime.queryObjects', {
    prototypeObjectId: prototype.result.objectId,
    ...group,
  }) as { readonly objects: { readonly objectId: string } };
  const { result } = ask(session, 'Runtime.callFunctionOn', {
    objectId: objects.objectId,
    returnByValue: true,
    functionDeclaration: SUM,
    arguments: [{ value: name }],
  }) as { readonly result: { readonly value: Maps } };
  ask(session, 'Runtime.releaseObjectGroup', group);
  return result.value;
}

/** The inspector answers these calls before `post` returns. */
function ask(session: Session, method: string, params: object): unknown {
  let answer: unknown;
  session.post(method, params, (error, found) => {
    if (error !== null) throw error;
    answer = found;
  });
  return answer;
}
