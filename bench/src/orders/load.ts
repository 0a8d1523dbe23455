import { Latencies } from '../report.ts';

/** Result of a run of orders. */
export interface Run {
  readonly ordersPerSecond: number;
  readonly answer: ReturnType<Latencies['summary']>;
}

/** Closed loop: each caller places its next order after the answer to its previous one. `serial` counts the orders of all callers. */
export async function closedLoop(
  callers: number,
  seconds: number,
  place: (caller: number, serial: number) => Promise<void>,
): Promise<Run> {
  const latencies = new Latencies();
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let serial = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < end) {
        const at = performance.now();
        serial += 1;
        await place(caller, serial);
        latencies.add(performance.now() - at);
      }
    }),
  );
  return { ordersPerSecond: Math.round(serial / ((performance.now() - begin) / 1000)), answer: latencies.summary() };
}

/** Open loop: places orders at a steady rate without waiting for answers. Latency counts from the time at which an order was due. */
export async function openLoop(
  perSecond: number,
  seconds: number,
  place: (serial: number) => Promise<void>,
): Promise<Run> {
  const latencies = new Latencies();
  const begin = performance.now();
  const total = perSecond * seconds;
  const run = { serial: 0, answered: 0, failure: undefined as Error | undefined };
  const order = async (at: number): Promise<void> => {
    try {
      await place(run.serial);
      latencies.add(performance.now() - at);
    } catch (error) {
      run.failure ??= error instanceof Error ? error : new Error(String(error));
    }
    run.answered += 1;
  };
  while (run.serial < total || run.answered < run.serial) {
    const due = Math.min(total, ((performance.now() - begin) / 1000) * perSecond);
    while (run.serial < due) {
      const at = begin + (run.serial / perSecond) * 1000;
      run.serial += 1;
      void order(at);
    }
    if (run.failure !== undefined) throw run.failure;
    await new Promise((done) => {
      setTimeout(done, 1);
    });
  }
  const { serial } = run;
  return { ordersPerSecond: Math.round(serial / ((performance.now() - begin) / 1000)), answer: latencies.summary() };
}
