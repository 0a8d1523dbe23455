import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { orderRecord } from './order-record.ts';
import { id, numeric } from './scalar.ts';

/** Sets the stops and targets for parts of a position. */
export const setPartialLevels = defineCall({
  methods: ['POST'],
  path: '/v1/api/forex/set_partial_levels',
  access: 'user',
  changesState: true,
  idempotency: 'own',
  summary:
    'Replaces the stops and targets on parts of an open position, at most 5; an empty list takes all away. A level that is reached closes its lots as a part (`Parent`), or all where the rest would be below the least lots. The lots of the stops, and those of the targets, are at most the position’s (levels_above_position). After a partial close, the levels farthest from the market are cut down or removed until they fit. stop_loss_price and target_profit_price of the position close the rest.',
  input: z.object({
    id,
    levels: z
      .array(z.object({ type: z.enum(['stop_loss', 'take_profit']), cont: numeric, price: numeric }))
      .check(z.maxLength(50)),
  }),
  output: z.object({ order: orderRecord }),
});
