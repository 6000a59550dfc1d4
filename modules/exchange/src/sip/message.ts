// SIP messages (RFC 3261): text in, data out, and back. No network, no state.

export type SipRequest = { method: string; uri: string; headers: Header[]; body: string }
export type SipResponse = { status: number; reason: string; headers: Header[]; body: string }
export type SipMessage = SipRequest | SipResponse
/** The name in lower case and in its long form. */
export type Header = readonly [name: string, value: string]

/** Of every message with a session description, and of those that open a call. */
export const SDP: Header = ['content-type', 'application/sdp']
export const ALLOW: Header = ['allow', 'INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE']

export const newTag = (): string => crypto.randomUUID().slice(0, 13)

const COMPACT: Readonly<Record<string, string>> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  l: 'content-length',
  c: 'content-type',
  k: 'supported',
  r: 'refer-to',
}

/** Those that may have several values in one line. */
const LISTS = new Set(['via', 'route', 'record-route', 'contact'])

/** Commas within quotes and angle brackets separate nothing. */
const splitList = (value: string): string[] =>
  (value.match(/(?:"(?:\\.|[^"\\])*"|<[^>]*>|[^,"<])+/g) ?? []).map((one) => one.trim())

const readHeader = (line: string): Header[] => {
  const colon = line.indexOf(':')
  if (colon < 1) return []
  const given = line.slice(0, colon).trim().toLowerCase()
  const name = COMPACT[given] ?? given
  const value = line.slice(colon + 1).trim()
  return (LISTS.has(name) ? splitList(value) : [value]).map((one): Header => [name, one])
}

/** Undefined for what is not SIP, such as the keep-alive of a telephone. */
export const parseMessage = (text: string): SipMessage | undefined => {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text
    .slice(0, end < 0 ? undefined : end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.flatMap(readHeader)
  const body = end < 0 ? '' : text.slice(end + 4)
  const response = /^SIP\/2\.0 (\d{3}) ?(.*)$/.exec(first)
  if (response) return { status: Number(response[1]), reason: response[2] ?? '', headers, body }
  const [, method, uri] = /^([A-Z]+) (\S+) SIP\/2\.0$/.exec(first) ?? []
  return method !== undefined && uri !== undefined ? { method, uri, headers, body } : undefined
}

const REASONS: Readonly<Record<number, string>> = {
  100: 'Trying',
  180: 'Ringing',
  183: 'Session Progress',
  200: 'OK',
  202: 'Accepted',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  480: 'Temporarily Unavailable',
  481: 'Call Does Not Exist',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  491: 'Request Pending',
  503: 'Service Unavailable',
}

const reasonOf = (status: number): string => REASONS[status] ?? 'Response'

const nameOf = (name: string): string =>
  name === 'call-id' ? 'Call-ID' : name === 'cseq' ? 'CSeq' : name.replaceAll(/\b[a-z]/g, (sign) => sign.toUpperCase())

export const formatMessage = (message: SipMessage): string => {
  const first =
    'method' in message ? `${message.method} ${message.uri} SIP/2.0` : `SIP/2.0 ${message.status} ${message.reason}`
  const lines = message.headers
    .filter(([name]) => name !== 'content-length')
    .map(([name, value]) => `${nameOf(name)}: ${value}`)
  return [first, ...lines, `Content-Length: ${Buffer.byteLength(message.body)}`, '', message.body].join('\r\n')
}

export const headersOf = ({ headers }: SipMessage, name: string): string[] =>
  headers.filter(([one]) => one === name).map(([, value]) => value)

export const headerOf = (message: SipMessage, name: string): string => headersOf(message, name)[0] ?? ''

/** The URI of a From, To, Contact or Route value. */
export const uriOf = (value: string): string => /<([^>]*)>/.exec(value)?.[1] ?? (value.split(';')[0] ?? '').trim()

/** A parameter behind the URI, such as tag or branch. */
export const parameterOf = (value: string, name: string): string =>
  new RegExp(`;\\s*${name}=([^;,\\s>]+)`, 'i').exec(value.replace(/<[^>]*>/, ''))?.[1] ?? ''

/** The user part: the number that was dialled, or the extension. */
export const userOf = (uri: string): string => {
  const user = /^sips?:([^@;>]+)@/i.exec(uri)?.[1] ?? ''
  return decodeURIComponent(user.replaceAll(/%(?![\dA-Fa-f]{2})/g, '%25'))
}

export const sequenceOf = (message: SipMessage): { number: number; method: string } => {
  const [number = '0', method = ''] = headerOf(message, 'cseq').split(/\s+/)
  return { number: Number(number), method }
}

/** A response has the headers of its request that identify it (RFC 3261, 8.2.6). */
export const respondTo = (
  request: SipRequest,
  status: number,
  { tag = '', headers = [], body = '' }: { tag?: string; headers?: readonly Header[]; body?: string } = {},
): SipResponse => {
  const to = headerOf(request, 'to')
  const toHeader = tag === '' || parameterOf(to, 'tag') !== '' ? to : `${to};tag=${tag}`
  return {
    status,
    reason: reasonOf(status),
    headers: [
      ...headersOf(request, 'via').map((value): Header => ['via', value]),
      ...headersOf(request, 'record-route').map((value): Header => ['record-route', value]),
      ['from', headerOf(request, 'from')],
      ['to', toHeader],
      ['call-id', headerOf(request, 'call-id')],
      ['cseq', headerOf(request, 'cseq')],
      ...headers,
    ],
    body,
  }
}
