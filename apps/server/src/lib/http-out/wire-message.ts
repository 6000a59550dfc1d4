import { createHash } from 'node:crypto'
import type { WireMessage } from '@patchbay/contract/platform/workspace/traffic'
import { redactForm, redactHeaders } from '../text/redact.ts'
import type { OutgoingRequest } from './egress.ts'

// A message as it was on the wire. The digest is that of the unredacted bytes: one who checks a signature compares it with the
// digest of what arrived, and knows whether the bytes or the secret differ.

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** D-09: the body is signed, or the query of a GET. */
export const sentOnWire = ({ method, url, headers = {}, body }: OutgoingRequest): WireMessage => {
  const signed = method === 'GET' ? (URL.parse(url)?.search.slice(1) ?? '') : (body ?? '')
  const raw = redactForm(signed)
  return {
    headers: redactHeaders(headers),
    bytes: Buffer.byteLength(body ?? ''),
    sha256: digestOf(signed),
    ...(raw !== '' && { raw }),
  }
}

export const receivedOnWire = (headers: Record<string, string>, body: string | undefined): WireMessage => ({
  headers: redactHeaders(headers),
  ...(body !== undefined && { bytes: Buffer.byteLength(body) }),
})

/** A request of a module; `raw` only where its body could not be read. */
export const requestOnWire = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  raw: string | undefined,
): WireMessage => {
  const length = Number(headers['content-length'])
  return {
    headers: redactHeaders(headers),
    ...(Number.isInteger(length) && { bytes: length }),
    ...(raw !== undefined && { raw }),
  }
}
