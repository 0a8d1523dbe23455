import { expect, it } from 'vitest';
import { flingStep } from './fling.ts';

it('covers the same distance in one long frame as in many short ones, while slowing down', () => {
  let [way, speed] = [0, 2];
  for (let frame = 0; frame < 10; frame += 1) {
    const step = flingStep(speed, 16);
    expect(step.speed).toBeLessThan(speed);
    way += step.by;
    speed = step.speed;
  }
  const whole = flingStep(2, 160);
  expect(way).toBeCloseTo(whole.by, 6);
  expect(speed).toBeCloseTo(whole.speed, 6);
  expect(whole.by).toBeLessThan(2 * 160);
});
