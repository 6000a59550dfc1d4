import { hash } from 'node:crypto'
import type { KeyCaller } from '../../lib/http-in/callers.ts'

/** D-14: what a module asks for beyond what an administrator granted it. */
export const scopesNotGranted = (wanted: readonly string[], granted: readonly string[]): string[] =>
  wanted.filter((scope) => !granted.includes(scope))

/** D-05: the shops of the account that a key sees. */
export const visibleShops = (sites: readonly string[] | null, all: readonly string[]): string[] =>
  all.filter((code) => sites === null || sites.includes(code))

// D-01: the text of a key: pb_<id>_<secret><checksum>. The id finds the row, the secret proves it, and the checksum
// lets a scanner of leaked secrets recognise one of ours without asking. 61 characters: public modules keep keys in a
// column of 100.

const KEY = /^pb_([a-z0-9]{8})_([A-Za-z0-9_-]{43})([0-9a-f]{6})$/

const checksum = (id: string, secret: string): string => hash('sha256', `${id}_${secret}`, 'hex').slice(0, 6)

export const formatKey = (id: string, secret: string): string => `pb_${id}_${secret}${checksum(id, secret)}`

export type KeyParts = { id: string; secret: string }

export const parseKey = (text: string): KeyParts | undefined => {
  const [, id, secret, sum] = KEY.exec(text) ?? []
  return id && secret && sum === checksum(id, secret) ? { id, secret } : undefined
}

// The payment methods of the integration API. What people do in the workspace is in workspace.ts.

/** A key speaks for the modules that were registered with it, or for the one it was made for. */
export const modulesOfKey = ({ moduleCode, modules }: KeyCaller) => {
  const known = moduleCode === null ? modules : [moduleCode]
  return (code: string): boolean => known.includes(code)
}
