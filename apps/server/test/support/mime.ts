// Reads an email as nodemailer writes it: its headers, and the bodies of its parts.

export type MimePart = { headers: Record<string, string>; body: Buffer }

const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )

const decoded = (body: string, encoding: string | undefined): Buffer => {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body)
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}

/** The message itself first, then the parts in it that are not multipart. */
export const readMime = (message: string): MimePart[] => {
  const end = message.indexOf('\r\n\r\n')
  const headers = headersOf(message.slice(0, end))
  const content = message.slice(end + 4)
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1]
  const own = { headers, body: decoded(content, headers['content-transfer-encoding']) }
  if (boundary === undefined) return [own]
  const parts = content.split(`--${boundary}`).slice(1, -1)
  const inner = parts.flatMap((part) => readMime(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
  return [own, ...inner.filter((part) => !part.headers['content-type']?.startsWith('multipart'))]
}

/** A header with encoded words: =?UTF-8?B?…?= and =?UTF-8?Q?…?= */
export const readHeader = (text = ''): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : decoded(word.replaceAll('_', ' '), 'quoted-printable').toString(),
    )
