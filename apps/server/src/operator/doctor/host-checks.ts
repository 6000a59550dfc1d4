import { existsSync } from 'node:fs'
import { access, constants, mkdir, readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { inspectRedis, type RedisFacts } from '../../lib/db/redis.ts'
import { messageOf } from '../../lib/errors.ts'
import { verifyMail } from '../../lib/http-out/mail.ts'
import { type Check, diskVerdict, error, nodeVerdict, ok, persistenceVerdict, skipped, warning } from './verdicts.ts'

const MANIFEST = new URL('../../../../../package.json', import.meta.url)

export const checkNode = async (): Promise<Check> => {
  const { engines } = JSON.parse(await readFile(MANIFEST, 'utf8')) as { engines: { node: string } }
  return nodeVerdict(process.versions.node, engines.node.replace(/^>=/, ''))
}

export const checkRedis = async ({
  redisUrl: url,
  redisPrefix,
}: Config): Promise<{ checks: Check[]; facts: RedisFacts | undefined }> => {
  try {
    const facts = await inspectRedis(url, redisPrefix)
    return { checks: [ok('Redis', facts.version), persistenceVerdict(facts.persistence)], facts }
  } catch (reason) {
    const host = URL.parse(url)?.host ?? url
    const found = `no answer from ${host}: ${messageOf(reason)}`
    const fix = 'Start Redis, or correct REDIS_URL. Until then live updates reach browsers of the same process only'
    return { checks: [error('Redis', found, fix)], facts: undefined }
  }
}

export const checkMail = async ({ mail }: Config): Promise<Check> => {
  if (!mail.url)
    return warning(
      'mail',
      `MAIL_URL is not set: emails are written to ${mail.folder} and not sent`,
      'Set MAIL_URL=smtps://user:password@mail.example and MAIL_FROM',
    )
  const { host } = new URL(mail.url)
  try {
    await verifyMail(mail.url)
    return mail.from.includes('@localhost')
      ? warning('mail', `${host} answers, and the sender is ${mail.from}`, 'Set MAIL_FROM to an address of your domain')
      : ok('mail', `${host} answers, sender ${mail.from}`)
  } catch (reason) {
    return error('mail', `${host}: ${messageOf(reason)}`, 'Correct the host, the port or the password in MAIL_URL')
  }
}

const checkFolder = async (folder: string): Promise<Check[]> => {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.R_OK | constants.W_OK)
  } catch (reason) {
    const found = `${folder} cannot be written: ${messageOf(reason)}`
    return [error('files', found, `Give the folder to the user that runs the server: chown -R patchbay ${folder}`)]
  }
  const { bavail, bsize } = await statfs(folder)
  return [ok('files', `${folder} can be written`), diskVerdict(folder, bavail * bsize)]
}

const NO_FILE = '0/00000000-0000-0000-0000-000000000000'

export const checkFiles = async ({ fileBucket, fileFolder }: Config): Promise<Check[]> => {
  if (!fileBucket) return checkFolder(fileFolder)
  try {
    const { createS3Storage } = await import('../../lib/storage/s3-storage.ts')
    await createS3Storage(fileBucket).get(NO_FILE)
    return [ok('files', `the bucket ${fileBucket.bucket} answers`)]
  } catch (reason) {
    const found = `the bucket ${fileBucket.bucket}: ${messageOf(reason)}`
    return [error('files', found, 'Correct S3_BUCKET, S3_ENDPOINT and the access key')]
  }
}

export const checkWorkspace = ({ webFolder }: Config): Check =>
  existsSync(join(webFolder, 'index.html'))
    ? ok('workspace', webFolder)
    : error('workspace', `there is no built workspace in ${webFolder}`, 'Run npm run build, or set WEB_FOLDER')

export const checkProxy = ({ trustProxy }: Config, urls: readonly string[]): Check => {
  const isBehindProxy = urls.some((url) => url.startsWith('https:'))
  if (!isBehindProxy) return skipped('proxy', 'no account has an https address')
  return trustProxy
    ? ok('proxy', `${trustProxy} is trusted`)
    : warning(
        'proxy',
        'TRUST_PROXY is not set: sign-in attempts are counted for the proxy, not for the visitor',
        'Set TRUST_PROXY to the address of the proxy, for example 127.0.0.1',
      )
}
