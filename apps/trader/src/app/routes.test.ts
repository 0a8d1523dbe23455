import { describe, expect, it } from 'vitest';
import { destinationOf } from './routes.ts';

describe('destinationOf', () => {
  it('sends a visitor who opens a private screen to sign in and remembers the path', () => {
    expect(destinationOf('/order', '?type=1', false)).toEqual({ redirect: '/login?from=%2Forder%3Ftype%3D1' });
    expect(destinationOf('/order', '?type=1', true)).toHaveProperty('route.path', '/order');
  });
  it('lets visitors open the public screens', () => {
    for (const path of ['/', '/trade', '/rank', '/login', '/language']) {
      expect(destinationOf(path, '', false)).toHaveProperty('route.path', path);
    }
  });
  it('redirects moved paths and sends unknown ones home', () => {
    expect(destinationOf('/mine', '', true)).toEqual({ redirect: '/user' });
    expect(destinationOf('/nowhere', '', true)).toEqual({ redirect: '/' });
  });
});
