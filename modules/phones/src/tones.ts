// Generated recordings: two speakers take turns, each a few tones that rise and fall like syllables. The same call id
// gives the same recording.

const RATE = 8_000
const LONGEST_SECONDS = 60

const seedOf = (id: string): number => [...id].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) >>> 0, 7)

const wavHeader = (size: number): Buffer => {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + size, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(size, 40)
  return header
}

/** A WAV file of this length. */
export const speechLikeTones = (id: string, seconds: number): Buffer => {
  const count = Math.min(Math.max(seconds, 1), LONGEST_SECONDS) * RATE
  const samples = Buffer.alloc(count * 2)
  const seed = seedOf(id)
  for (let index = 0; index < count; index++) {
    const time = index / RATE
    const turn = Math.floor(time / 1.6)
    const pitch = (turn % 2 === 0 ? 120 : 205) + ((seed >> (turn % 16)) & 15)
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 3.7 * time + (seed & 7)))
    const voice =
      Math.sin(2 * Math.PI * pitch * time) +
      0.5 * Math.sin(4 * Math.PI * pitch * time) +
      0.25 * Math.sin(12 * Math.PI * pitch * time)
    samples.writeInt16LE(Math.round(voice * syllable * 6_000), index * 2)
  }
  return Buffer.concat([wavHeader(samples.length), samples])
}
