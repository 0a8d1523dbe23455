import { createServer } from 'node:net';

/** Thrown when the port is in use, or this user may not use it. */
export class PortInUseError extends Error {
  override readonly name = 'PortInUseError';
}

/**
 * Throws when the server could not listen on the port. Checked before the start, so that a second server does no harm.
 */
export async function requireFreePort(port: number, host: string): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ port, host, exclusive: true }, resolve);
  }).catch((error: unknown) => {
    throw explain(error, port, host);
  });
  await new Promise<void>((resolve) => {
    probe.close(() => resolve());
  });
}

/** Replaces known listen errors with a message for the operator. */
export function explain(error: unknown, port: number, host: string): unknown {
  const code = (error as { code?: string } | null)?.code;
  if (code === 'EADDRINUSE')
    return new PortInUseError(
      `port ${port} on ${host} is in use, perhaps by another Fairlot server; set PORT to use another one`,
    );
  if (code === 'EACCES')
    return new PortInUseError(`port ${port} may not be used by this user; set PORT to one above 1023`);
  return error;
}
