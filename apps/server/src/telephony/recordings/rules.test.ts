import type { Role } from '@patchbay/contract/base/roles'
import { describe, expect, it } from 'vitest'
import type { Leg } from '../calls/rules.ts'
import {
  type ByteRange,
  type ContentRange,
  canListen,
  detectAudioType,
  FIRST_BYTES,
  isAudioLabel,
  readContentRange,
  readRange,
  showsBeginning,
  sliceOf,
} from './rules.ts'

describe('detectAudioType', () => {
  const bytes = (text: string) => Buffer.from(text.padEnd(12, '\0'), 'latin1')
  const known: [string, string][] = [
    ['RIFF\0\0\0\0WAVE', 'audio/wav'],
    ['OggS', 'audio/ogg'],
    ['fLaC', 'audio/flac'],
    ['\0\0\0\x20ftyp', 'audio/mp4'],
    ['\x1a\x45\xdf\xa3', 'audio/webm'],
    ['ID3', 'audio/mpeg'],
    ['\xff\xfb', 'audio/mpeg'],
    ['\xff\xe3', 'audio/mpeg'],
    ['\xff\xf2', 'audio/mpeg'],
    ['\xff\xf4', 'audio/mpeg'],
    ['\xff\xf0', 'audio/aac'],
    ['\xff\xf1', 'audio/aac'],
    ['\xff\xf8', 'audio/aac'],
    ['\xff\xf9', 'audio/aac'],
  ]
  it.each(known)('[D-34] a file that begins with %j is %s', (beginning, type) => {
    expect(detectAudioType(bytes(beginning))).toBe(type)
  })

  const unknown = [
    '<html><body>',
    'RIFF\0\0\0\0AVI ',
    '\0\0\0\0\0\0\0\0WAVE',
    ' OggS',
    ' fLaC',
    'ftyp',
    ' ID3',
    '\x1a\x45\xdf\xa4',
    '\xfe\xfb',
    '\xff\xdf',
    '\xff\x00',
    '\x00\xfb',
  ]
  it.each(unknown)('[D-34] a file that begins with %j is not a recording', (beginning) => {
    expect(detectAudioType(bytes(beginning))).toBeUndefined()
  })

  it('[D-34] fewer than twelve bytes are not a recording', () => {
    expect(detectAudioType(bytes('OggS').subarray(0, 12))).toBe('audio/ogg')
    expect(detectAudioType(bytes('OggS').subarray(0, 11))).toBeUndefined()
    expect(detectAudioType(Buffer.alloc(0))).toBeUndefined()
  })
})

describe('isAudioLabel', () => {
  const labels: [string | undefined, boolean][] = [
    ['audio/mpeg', true],
    ['AUDIO/Wav', true],
    ['audio/ogg; codecs=opus', true],
    [' audio/x-wav ;q=1', true],
    ['application/ogg', true],
    ['video/ogg', true],
    ['video/mp4', true],
    ['Video/WebM ; codecs=opus', true],
    ['video/quicktime', false],
    ['application/octet-stream', false],
    ['text/html', false],
    ['text/html; audio/mpeg', false],
    ['x-audio/mpeg', false],
    ['audio', false],
    ['', false],
    [undefined, false],
  ]
  it.each(labels)('[T-19][D-34] the Content-Type %j is accepted for a recording: %s', (label, isRight) => {
    expect(isAudioLabel(label)).toBe(isRight)
  })
})

describe('readRange', () => {
  const ranges: [string | undefined, ByteRange | undefined][] = [
    ['bytes=0-', { from: 0 }],
    ['bytes=0-0', { from: 0, to: 0 }],
    ['bytes=100-199', { from: 100, to: 199 }],
    [' bytes=100-199 ', { from: 100, to: 199 }],
    ['bytes=199-199', { from: 199, to: 199 }],
    ['bytes=-500', { last: 500 }],
    ['bytes=999999999999999-', { from: 999_999_999_999_999 }],
  ]
  it.each(ranges)('[D-34] the range %j is served', (header, part) => {
    expect(readRange(header)).toStrictEqual(part)
  })

  const wholes = [
    undefined,
    '',
    'bytes=-',
    'bytes=-0',
    'bytes=200-100',
    'bytes=1-0',
    'bytes=0-1,5-6',
    'bytes=a-b',
    'bytes 0-1',
    'xbytes=0-1',
    'items=0-1',
    'bytes=9999999999999999-',
    'bytes=0-9999999999999999',
  ]
  it.each(wholes)('[D-34] the range %j counts as the whole', (header) => {
    expect(readRange(header)).toBeUndefined()
  })
})

describe('sliceOf', () => {
  const slices: [ByteRange, number, ContentRange | undefined][] = [
    [{ from: 0 }, 10, { from: 0, to: 9, total: 10 }],
    [{ from: 9 }, 10, { from: 9, to: 9, total: 10 }],
    [{ from: 2, to: 4 }, 10, { from: 2, to: 4, total: 10 }],
    [{ from: 0, to: 0 }, 10, { from: 0, to: 0, total: 10 }],
    [{ from: 2, to: 10 }, 10, { from: 2, to: 9, total: 10 }],
    [{ from: 2, to: 99 }, 10, { from: 2, to: 9, total: 10 }],
    [{ last: 3 }, 10, { from: 7, to: 9, total: 10 }],
    [{ last: 10 }, 10, { from: 0, to: 9, total: 10 }],
    [{ last: 99 }, 10, { from: 0, to: 9, total: 10 }],
    [{ from: 10 }, 10, undefined],
    [{ from: 10, to: 12 }, 10, undefined],
    [{ from: 5, to: 4 }, 10, undefined],
    [{ from: 0 }, 0, undefined],
    [{ last: 3 }, 0, undefined],
    [{ last: 0 }, 10, undefined],
  ]
  it.each(slices)('[D-34] the range %j of %d bytes is %j', (part, total, slice) => {
    expect(sliceOf(part, total)).toEqual(slice)
  })
})

describe('readContentRange', () => {
  const ranges: [string | undefined, ContentRange | undefined][] = [
    ['bytes 0-9/10', { from: 0, to: 9, total: 10 }],
    [' bytes 2-2/10 ', { from: 2, to: 2, total: 10 }],
    ['bytes 10-19/20', { from: 10, to: 19, total: 20 }],
    ['bytes 0-10/10', undefined],
    ['bytes 5-4/10', undefined],
    ['bytes 0-9/*', undefined],
    ['bytes */10', undefined],
    ['bytes=0-9/10', undefined],
    ['xbytes 0-9/10', undefined],
    ['bytes 0-9/10x', undefined],
    ['bytes 0-9/9999999999999999', undefined],
    ['bytes 0-9/999999999999999', { from: 0, to: 9, total: 999_999_999_999_999 }],
    ['', undefined],
    [undefined, undefined],
  ]
  it.each(ranges)('[D-34] reads the Content-Range %j', (header, slice) => {
    expect(readContentRange(header)).toEqual(slice)
  })
})

describe('canListen', () => {
  const [ADA, BRUNO] = [1, 2]
  const from = '2026-02-03T10:00:00.000Z'
  const call = (userId: number | null, ...rangAt: number[]) => ({
    userId,
    legs: rangAt.map((id): Leg => ({ userId: id, from })),
  })
  const cases: [string, Role, ReturnType<typeof call>, number | null, boolean][] = [
    ['an administrator', 'admin', call(null), null, true],
    ['a team lead', 'team-lead', call(null), null, true],
    ['a read-only user', 'read-only', call(BRUNO), BRUNO, false],
    ['the manager who answered the call', 'manager', call(ADA), null, true],
    ['a manager where it rang', 'manager', call(BRUNO, BRUNO, ADA), BRUNO, true],
    ['the responsible manager of the customer', 'manager', call(null), ADA, true],
    ['any other manager', 'manager', call(BRUNO, BRUNO), BRUNO, false],
    ['a manager, for a call without a user', 'manager', call(null), null, false],
  ]

  it.each(cases)('[D-34] whether a recording may be played by %s', (_who, role, of, managerId, can) => {
    expect(canListen({ userId: ADA, role }, of, managerId)).toBe(can)
  })
})

describe('showsBeginning', () => {
  it.each<[ByteRange | undefined, boolean]>([
    [undefined, true],
    [{ from: 0 }, true],
    [{ from: 0, to: FIRST_BYTES - 1 }, true],
    [{ from: 0, to: FIRST_BYTES - 2 }, false],
    [{ from: 1 }, false],
    [{ last: 500 }, false],
  ])('[D-34] the range %j is enough to detect the type: %s', (part, isEnough) => {
    expect(showsBeginning(part)).toBe(isEnough)
  })
})
