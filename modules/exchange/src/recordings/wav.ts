import type { RtpPacket } from './pcap.ts'

// Stereo WAV, 8 kHz and 16 bits: the customer left, the manager right.

const RATE = 8_000
const PCMU = 0
const PCMA = 8

/** G.711, ITU-T. */
const fromMuLaw = (byte: number): number => {
  const value = ~byte & 255
  const magnitude = (((value & 15) << 3) + 132) << ((value >> 4) & 7)
  return value & 128 ? 132 - magnitude : magnitude - 132
}

const fromALaw = (byte: number): number => {
  const value = byte ^ 85
  const exponent = (value >> 4) & 7
  const mantissa = (value & 15) << 4
  const magnitude = exponent === 0 ? mantissa + 8 : (mantissa + 264) << (exponent - 1)
  return value & 128 ? magnitude : -magnitude
}

const DECODERS: Readonly<Record<number, (byte: number) => number>> = { [PCMU]: fromMuLaw, [PCMA]: fromALaw }

export const wavHeader = (bytes: number, channels: number): Buffer => {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + bytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE * 2 * channels, 28)
  header.writeUInt16LE(channels * 2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(bytes, 40)
  return header
}

/**
 * Where each packet of one port lies in the recording: by its timestamp, so that jitter is evened out; anew by its arrival
 * where the timestamps jump (another telephone, a pause).
 */
const placeOf = () => {
  let base: { sample: number; timestamp: number } | undefined
  return ({ time, timestamp }: RtpPacket): number => {
    const arrived = Math.round(time * RATE)
    const offset = base === undefined ? 0 : (timestamp - base.timestamp) | 0
    if (base === undefined || Math.abs(base.sample + offset - arrived) > RATE / 2) {
      base = { sample: arrived, timestamp }
      return arrived
    }
    return base.sample + offset
  }
}

export type Channels = { left: readonly number[]; right: readonly number[] }

export const stereoWav = (packets: readonly RtpPacket[], { left, right }: Channels): Buffer => {
  const begin = packets.reduce((least, { time }) => Math.min(least, time), Number.POSITIVE_INFINITY)
  const voice = packets
    .filter(({ payloadType }) => DECODERS[payloadType] !== undefined)
    .map((packet) => ({ ...packet, time: packet.time - begin }))
  const last = voice.reduce((most, { time, payload }) => Math.max(most, Math.round(time * RATE) + payload.length), 0)
  const samples = Buffer.alloc((last + RATE) * 4)
  const places = new Map<number, ReturnType<typeof placeOf>>()
  let end = 0
  for (const packet of voice) {
    const channel = left.includes(packet.port) ? 0 : right.includes(packet.port) ? 1 : undefined
    const decode = DECODERS[packet.payloadType]
    if (channel === undefined || !decode) continue
    const place = places.get(packet.port) ?? placeOf()
    places.set(packet.port, place)
    const start = place(packet)
    for (const [index, byte] of packet.payload.entries()) {
      const at = (start + index) * 4 + channel * 2
      if (at >= 0 && at + 2 <= samples.length) samples.writeInt16LE(decode(byte), at)
    }
    end = Math.max(end, (start + packet.payload.length) * 4)
  }
  const data = samples.subarray(0, Math.min(end, samples.length))
  return Buffer.concat([wavHeader(data.length, 2), data])
}
