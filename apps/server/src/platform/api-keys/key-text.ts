import { hash } from 'node:crypto'

// D-01: the text of a key: pb_<id>_<secret><checksum>. The id finds the row, the secret proves it, and the checksum
// lets a scanner of leaked secrets recognise one of ours without asking. 61 characters: public modules keep keys in a
// column of 100.

const KEY = /^pb_([a-z0-9]{8})_([A-Za-z0-9_-]{43})([0-9a-f]{6})$/

const checksum = (id: string, secret: string): string => hash('sha256', `${id}_${secret}`, 'hex').slice(0, 6)

export const keyText = (id: string, secret: string): string => `pb_${id}_${secret}${checksum(id, secret)}`

export type KeyParts = { id: string; secret: string }

export const parseKey = (text: string): KeyParts | undefined => {
  const [, id, secret, sum] = KEY.exec(text) ?? []
  return id && secret && sum === checksum(id, secret) ? { id, secret } : undefined
}
