import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { BackupError } from '../backup-error.ts';
import type { Listing, Storage } from './storage.ts';

/** A bucket of a storage service with Amazon's S3 calls. */
export interface S3Place {
  readonly bucket: string;
  /** Begins the names of all objects; empty or without a final `/`. */
  readonly prefix: string;
  readonly region: string;
  /** URL of another service than Amazon's. */
  readonly endpoint: string | undefined;
}

const ATTEMPTS = 5;
const CONNECT_MS = 10_000;
const REQUEST_MS = 120_000;

/**
 * Objects in an S3-compatible bucket. The client library signs requests and finds the credentials: `AWS_ACCESS_KEY_ID`
 * and `AWS_SECRET_ACCESS_KEY`, a profile, or the role of the machine.
 */
export class S3Storage implements Storage {
  readonly text: string;
  readonly #client: S3Client;
  readonly #place: S3Place;

  constructor(place: S3Place) {
    const { bucket, prefix, region, endpoint } = place;
    this.#place = place;
    this.text = `s3://${[bucket, prefix].filter((part) => part !== '').join('/')}`;
    this.#client = new S3Client({
      region,
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: REQUEST_MS },
      // Other services than Amazon's do not know the newer checksums; every object is authenticated when it is opened.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    });
  }

  async put(name: string, content: Buffer): Promise<void> {
    await this.#ask(`write ${name}`, () =>
      this.#client.send(new PutObjectCommand({ ...this.#object(name), Body: content, ContentLength: content.length })),
    );
  }

  async get(name: string): Promise<Buffer | undefined> {
    return this.#ask(`read ${name}`, async () => {
      try {
        const { Body } = await this.#client.send(new GetObjectCommand(this.#object(name)));
        return Body === undefined ? undefined : Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    });
  }

  async list(folder: string): Promise<Listing> {
    const prefix = this.#key(folder === '' ? '' : `${folder}/`);
    const names: string[] = [];
    const folders: string[] = [];
    let next: string | undefined;
    do {
      const page = await this.#ask(`list ${folder || 'the bucket'}`, () =>
        this.#client.send(
          new ListObjectsV2Command({
            Bucket: this.#place.bucket,
            Prefix: prefix,
            Delimiter: '/',
            ...(next !== undefined && { ContinuationToken: next }),
          }),
        ),
      );
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) names.push(Key.slice(prefix.length));
      for (const { Prefix } of page.CommonPrefixes ?? [])
        if (Prefix !== undefined) folders.push(Prefix.slice(prefix.length, -1));
      next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (next !== undefined);
    return { names, folders };
  }

  /** One call each, because not every service has the call for many. */
  async remove(names: readonly string[]): Promise<void> {
    for (const name of names)
      await this.#ask(`delete ${name}`, () => this.#client.send(new DeleteObjectCommand(this.#object(name))));
  }

  #object(name: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#place.bucket, Key: this.#key(name) };
  }

  #key(name: string): string {
    return this.#place.prefix === '' ? name : `${this.#place.prefix}/${name}`;
  }

  async #ask<T>(what: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const { name, message } = error as Error;
      throw new BackupError(`${this.text} did not ${what}: ${message || name}`, { cause: error });
    }
  }
}
