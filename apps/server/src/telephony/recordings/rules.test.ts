import type { Role } from '@patchbay/contract/base/roles'
import { describe, expect, it } from 'vitest'
import type { ByteRange } from '../../lib/http-out/byte-range.ts'
import type { Leg } from '../calls/rules.ts'
import { canListen, detectAudioType, FIRST_BYTES, isAudioLabel, recordingVerdict, showsBeginning } from './rules.ts'

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

describe('canListen', () => {
  const [ADA, BRUNO] = [1, 2]
  const from = '2026-02-03T10:00:00.000Z'
  const call = (userId: number | null, ...rangAt: number[]) => ({
    userId,
    legs: rangAt.map((id): Leg => ({ userId: id, from })),
  })
  const cases: [string, Role, ReturnType<typeof call>, boolean][] = [
    ['an administrator', 'admin', call(null), true],
    ['a team lead', 'team-lead', call(null), true],
    ['a read-only user', 'read-only', call(BRUNO), false],
    ['the manager who answered the call', 'manager', call(ADA), true],
    ['a manager where it rang', 'manager', call(BRUNO, BRUNO, ADA), true],
    ['any other manager', 'manager', call(BRUNO, BRUNO), false],
    ['a manager, for a call without a user', 'manager', call(null), false],
  ]

  it.each(cases)('[D-163] whether a recording may be played by %s', (_who, role, of, can) => {
    expect(canListen({ userId: ADA, role }, of)).toBe(can)
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

describe('recordingVerdict', () => {
  const verdict = (status: number, type?: string) =>
    recordingVerdict({ status, headers: { ...(type && { 'content-type': type }) }, body: '', truncated: false })

  it('[T-19][D-98] audio is accepted, whole or a part; what is labelled otherwise is not', () => {
    expect([verdict(200, 'audio/mpeg'), verdict(206, 'Audio/OGG; codecs=opus')]).toEqual([
      { code: 'accepted', status: 200 },
      { code: 'accepted', status: 206 },
    ])
    expect(verdict(200, 'text/html')).toEqual({
      code: 'not-understood',
      status: 200,
      why: 'not-audio',
      value: 'text/html',
    })
    expect(verdict(200)).toEqual({ code: 'not-understood', status: 200, why: 'not-audio' })
    expect(verdict(404, 'audio/mpeg')).toEqual({ code: 'answered', status: 404 })
  })
})
