import type { MediaKind } from './rtpengine.ts'

// The little that the exchange itself reads and writes of session descriptions (RFC 4566); the rest is rtpengine's.

export const kindOf = (sdp: string): MediaKind => (/^m=audio \d+ \S*TLS/m.test(sdp) ? 'browser' : 'plain')

/** The port of the audio: rtpengine receives there. */
export const portOf = (sdp: string): number => Number(/^m=audio (\d+)/m.exec(sdp)?.[1] ?? 0)

type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'

export const directionOf = (sdp: string): Direction =>
  (/^a=(sendrecv|sendonly|recvonly|inactive)\s*$/m.exec(sdp)?.[1] as Direction | undefined) ?? 'sendrecv'

const ANSWERS: Readonly<Record<Direction, Direction>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
}

/** An answer must fit its offer: the side on hold does not send. */
export const answerDirection = (answer: string, offer: string): string => {
  const direction = ANSWERS[directionOf(offer)]
  const line = /^a=(sendrecv|sendonly|recvonly|inactive)\s*$/m
  return line.test(answer) ? answer.replace(line, `a=${direction}`) : `${answer.trimEnd()}\r\na=${direction}\r\n`
}

/**
 * Stands in for somebody who is not called yet, or never will be: G.711 to the discard port. Not "inactive": Chromium would
 * then not send when the media begin.
 */
export const placeholderSdp = (): string =>
  [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    'm=audio 9 RTP/AVP 8 0 101',
    'a=rtpmap:8 PCMA/8000',
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:101 telephone-event/8000',
    'a=fmtp:101 0-15',
    'a=sendrecv',
    '',
  ].join('\r\n')
