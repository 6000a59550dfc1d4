import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export type Sealer = {
  /** `place` is the context (account and row): a sealed value copied elsewhere does not open. */
  seal: (place: string, secret: string) => Buffer
  open: (place: string, sealed: Buffer) => string
}

const VERSION = 1

const [IV, TAG] = [12, 16]

/** Secrets at rest: AES-256-GCM under a key per account, derived from the installation's key, which no backup holds. */
export const createSealer = (masterKey: Buffer): Sealer => {
  const keyFor = (place: string): Buffer => {
    const account = place.split('/')[0] ?? ''
    return Buffer.from(hkdfSync('sha256', masterKey, '', `patchbay account ${account}`, 32))
  }
  return {
    seal: (place, secret) => {
      const iv = randomBytes(IV)
      const cipher = createCipheriv('aes-256-gcm', keyFor(place), iv).setAAD(Buffer.from(place))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), text])
    },
    open: (place, sealed) => {
      if (sealed[0] !== VERSION) throw new Error(`a secret sealed in an unknown way (${sealed[0]})`)
      const [iv, tag, text] = [
        sealed.subarray(1, 1 + IV),
        sealed.subarray(1 + IV, 1 + IV + TAG),
        sealed.subarray(1 + IV + TAG),
      ]
      const decipher = createDecipheriv('aes-256-gcm', keyFor(place), iv).setAAD(Buffer.from(place)).setAuthTag(tag)
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
    },
  }
}
