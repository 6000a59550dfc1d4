import { hasRole, type Role } from '@patchbay/contract/base/roles'
import type { ByteRange } from '../../lib/http-out/byte-range.ts'
import { notUnderstood, type VerdictRule, verdictByStatus } from '../../platform/traffic/verdict-rules.ts'
import type { Call } from '../calls/rules.ts'

/** How many bytes are needed to detect the type. */
export const FIRST_BYTES = 64

const at = (bytes: Buffer, offset: number, text: string): boolean =>
  bytes.subarray(offset, offset + text.length).toString('latin1') === text

/** D-34: the audio type by the first bytes; undefined for any other content. */
export const detectAudioType = (bytes: Buffer): string | undefined => {
  if (bytes.length < 12) return undefined
  if (at(bytes, 0, 'RIFF') && at(bytes, 8, 'WAVE')) return 'audio/wav'
  if (at(bytes, 0, 'OggS')) return 'audio/ogg'
  if (at(bytes, 0, 'fLaC')) return 'audio/flac'
  if (at(bytes, 4, 'ftyp')) return 'audio/mp4'
  if (bytes.readUInt32BE(0) === 0x1a45dfa3) return 'audio/webm'
  if (at(bytes, 0, 'ID3')) return 'audio/mpeg'
  const [first = 0, second = 0] = bytes
  if (first !== 0xff) return undefined
  if ((second & 0xf6) === 0xf0) return 'audio/aac'
  return (second & 0xe0) === 0xe0 ? 'audio/mpeg' : undefined
}

/** Containers that often hold audio alone, and are then labelled so. */
const CONTAINERS = ['application/ogg', 'video/ogg', 'video/mp4', 'video/webm']

/** T-19: whether the Content-Type is accepted for a recording. */
export const isAudioLabel = (contentType: string | undefined): boolean => {
  const [type = ''] = (contentType ?? '').toLowerCase().split(';')
  return type.trim().startsWith('audio/') || CONTAINERS.includes(type.trim())
}

/** T-19, D-98: what is not labelled as audio is not played. */
export const recordingVerdict: VerdictRule = (answer) => {
  const { status, headers } = answer
  if (status !== 200 && status !== 206) return verdictByStatus(answer)
  const type = headers['content-type']
  return isAudioLabel(type) ? { code: 'accepted', status } : notUnderstood(status, 'not-audio', type)
}

/**
 * D-163: who may play a recording: administrators, team leads, and those who took or made the call or where it rang. All of that
 * is as the exchange reported it; who the customer's manager is, any manager can change.
 */
export const canListen = (
  listener: { userId: number; role: Role },
  { userId, legs }: Pick<Call, 'userId' | 'legs'>,
): boolean =>
  hasRole(listener.role, 'team-lead') ||
  userId === listener.userId ||
  legs.some((leg) => leg.userId === listener.userId)

/** D-34: whether a range is enough to detect the type: some players request two bytes first. */
export const showsBeginning = (part: ByteRange | undefined): boolean =>
  !part || ('from' in part && part.from === 0 && (part.to ?? FIRST_BYTES) >= FIRST_BYTES - 1)
