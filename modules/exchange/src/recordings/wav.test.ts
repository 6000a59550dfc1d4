import { expect, it } from 'vitest'
import { readPackets } from './pcap.ts'
import { stereoWav } from './wav.ts'

/** A pcap file with one RTP packet (20 ms of one A-law value) at each of these times. */
const pcapOf = (packets: { at: number; port: number; sequence: number; value: number }[]): Buffer => {
  const header = Buffer.alloc(24)
  header.writeUInt32LE(0xa1b2c3d4, 0)
  const records = packets.map(({ at, port, sequence, value }) => {
    const rtp = Buffer.alloc(12 + 160, value)
    rtp.writeUInt8(0x80, 0)
    rtp.writeUInt8(8, 1)
    rtp.writeUInt16BE(sequence, 2)
    rtp.writeUInt32BE(sequence * 160, 4)
    rtp.writeUInt32BE(1, 8)
    const ip = Buffer.alloc(28)
    ip.writeUInt8(0x45, 0)
    ip.writeUInt8(17, 9)
    ip.writeUInt16BE(port, 22)
    const record = Buffer.alloc(16)
    record.writeUInt32LE(Math.floor(at), 0)
    record.writeUInt32LE(Math.round((at % 1) * 1e6), 4)
    record.writeUInt32LE(ip.length + rtp.length, 8)
    return Buffer.concat([record, ip, rtp])
  })
  return Buffer.concat([header, ...records])
}
const sampleAt = (wav: Buffer, index: number, channel: 0 | 1) => wav.readInt16LE(44 + index * 4 + channel * 2)

it('each side has its channel, at its time; jitter is evened out by the timestamps', () => {
  const file = pcapOf([
    { at: 100, port: 4_000, sequence: 1, value: 0xaa },
    { at: 100.03, port: 4_000, sequence: 2, value: 0xaa },
    { at: 100.5, port: 5_000, sequence: 7, value: 0x2a },
    { at: 100.6, port: 9_999, sequence: 1, value: 0xaa },
  ])
  const wav = stereoWav(readPackets(file), { left: [4_000], right: [5_000] })
  expect(wav.subarray(0, 4).toString()).toBe('RIFF')
  expect(sampleAt(wav, 0, 0)).toBeGreaterThan(20_000)
  // The second packet came late; by its timestamp it follows the first at once.
  expect(sampleAt(wav, 319, 0)).toBeGreaterThan(20_000)
  expect(sampleAt(wav, 320, 0)).toBe(0)
  expect([sampleAt(wav, 4_000, 0), sampleAt(wav, 4_000, 1)]).toEqual([0, expect.any(Number)])
  expect(sampleAt(wav, 4_000, 1)).toBeLessThan(-20_000)
})

it('a file that was cut off is read as far as it goes', () => {
  const file = pcapOf([
    { at: 1, port: 4_000, sequence: 1, value: 1 },
    { at: 2, port: 4_000, sequence: 2, value: 1 },
  ])
  expect(readPackets(file.subarray(0, file.length - 10))).toHaveLength(1)
  expect(readPackets(Buffer.alloc(3))).toEqual([])
})
