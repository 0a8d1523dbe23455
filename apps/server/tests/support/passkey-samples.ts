import type { TestServer } from './server.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

/** Two inputs of each call that changes the passkeys of a user. `passwordOnly` removes the second factors. */
export function passkeySamples(
  server: () => Pick<TestServer, 'call' | 'url'>,
  token: () => string,
  passwordOnly: () => Promise<string>,
) {
  return {
    passkeyAdd: async () => {
      const password = await passwordOnly();
      const { data } = (await server().call('passkeyBegin', { password }, { token: token() })).envelope;
      const origin = server().url.replace('127.0.0.1', 'localhost');
      const said = { challenge: data.challenge, rpId: data.rp.id, origin };
      const input = { name: 'Phone', credential: new SoftwareAuthenticator().create(said, data.user.id) };
      return { input, other: { ...input, name: 'Tablet' } };
    },
    passkeyRemove: async () => {
      const password = await passwordOnly();
      return { input: { id: 1, password }, other: { id: 2, password } };
    },
  };
}
