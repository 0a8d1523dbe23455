import { expect, it } from 'vitest';
import { Reconciliation } from './reconciliation.ts';

it('starts although a step fails, and runs the other steps', async () => {
  const ran: string[] = [];
  const errors: string[] = [];
  const reconciliation = new Reconciliation(
    [
      () => Promise.reject(new Error('simulated failure')),
      () => {
        ran.push('second');
        return Promise.resolve();
      },
    ],
    { error: (_detail: object, message: string) => errors.push(message) },
  );
  await reconciliation.start();
  await reconciliation.stop();
  expect(ran).toEqual(['second']);
  expect(errors).toHaveLength(1);
});
