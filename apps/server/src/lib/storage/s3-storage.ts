import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { checkKey, type FileStorage } from './file-storage.ts'

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

export const createS3Storage = (settings: S3Settings, times = TIMES): FileStorage => {
  const { bucket, endpoint, region, accessKey, secretKey } = settings
  const client = new S3Client({
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Without the last one, a storage that hangs would only be logged.
    requestHandler: { ...times, throwOnRequestTimeout: true },
    // The same bytes under the same key: a retry does no harm.
    maxAttempts: 3,
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
    put: async (key, bytes) => {
      await client.send(new PutObjectCommand({ ...place(key), Body: bytes, ContentLength: bytes.length }))
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
  }
}
