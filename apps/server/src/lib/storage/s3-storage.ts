import { createReadStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { checkKey, type FileStorage, prefixOf } from './file-storage.ts'

// Files in S3-compatible storage instead of on disk. It belongs to the operator and is named in the settings, so it is reached
// directly, as PostgreSQL and Redis are.

export type S3Settings = {
  bucket: string
  /** Where the storage is, when it is not Amazon's. */
  endpoint: string | undefined
  region: string
  accessKey: string
  secretKey: string
}

type Times = { connectionTimeout: number; requestTimeout: number }
const TIMES: Times = { connectionTimeout: 3_000, requestTimeout: 15_000 }
const ATTEMPTS = 3

/** Whether the storage may accept the same request a moment later: it did not answer, or failed itself. */
const mayPass = (error: unknown): boolean =>
  ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 500) >= 500

export const createS3Storage = (settings: S3Settings, times = TIMES): FileStorage => {
  const { bucket, endpoint, region, accessKey, secretKey } = settings
  const client = new S3Client({
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Without the last one, a storage that hangs would only be logged.
    requestHandler: { ...times, throwOnRequestTimeout: true },
    maxAttempts: ATTEMPTS,
    // Storage that is not Amazon's has no host name for each bucket, and often knows no other checksum than its own.
    ...(endpoint !== undefined && {
      endpoint,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED' as const,
      responseChecksumValidation: 'WHEN_REQUIRED' as const,
    }),
  })
  const place = (key: string) => ({ Bucket: bucket, Key: checkKey(key) })
  return {
    spoolFolder: join(tmpdir(), 'patchbay-incoming'),
    put: async (key, { path, size }) => {
      // The client does not repeat a request whose body is a stream. The same bytes under the same key do no harm.
      for (let attempt = 1; ; attempt++) {
        const Body = createReadStream(path)
        try {
          await client.send(new PutObjectCommand({ ...place(key), Body, ContentLength: size }))
          return
        } catch (error) {
          if (attempt >= ATTEMPTS || !mayPass(error)) throw error
        } finally {
          Body.destroy()
        }
      }
    },
    get: async (key) => {
      try {
        const { Body } = await client.send(new GetObjectCommand(place(key)))
        return Body && Buffer.from(await Body.transformToByteArray())
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    open: async (key) => {
      try {
        return (await client.send(new GetObjectCommand(place(key)))).Body as Readable | undefined
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    delete: async (key) => {
      await client.send(new DeleteObjectCommand(place(key)))
    },
    deleteAll: async (accountId) => {
      // What is listed is deleted, so the next list begins again at the start.
      for (;;) {
        const { Contents = [] } = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefixOf(accountId) }),
        )
        if (Contents.length === 0) return
        for (const { Key } of Contents)
          if (Key !== undefined) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
      }
    },
  }
}
