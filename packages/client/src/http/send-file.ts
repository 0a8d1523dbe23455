import { CallError } from './call-error.ts';
import { cancelled } from './exchange.ts';
import type { SendFile } from './types.ts';

/** Sends a file by XMLHttpRequest, which reports upload progress. */
export const sendFileByXhr: SendFile = ({ url, headers, body, timeout, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(cancelled());
      return;
    }
    const request = new XMLHttpRequest();
    const callOff = (): void => request.abort();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.timeout = timeout;
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress?.(loaded / total);
    });
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', () => reject(new CallError({ kind: 'transport', code: 'ERR_NETWORK' })));
    request.addEventListener('timeout', () => reject(new CallError({ kind: 'transport', code: 'ERR_TIMEOUT' })));
    request.addEventListener('abort', () => reject(cancelled()));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', callOff));
    signal?.addEventListener('abort', callOff);
    request.send(body);
  });
