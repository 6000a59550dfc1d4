import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Tones as a telephone sends them, and how much of a tone a recording has.

const RATE = 8_000

/** G.711 A-law of one sample. */
const toALaw = (sample: number): number => {
  const sign = sample >= 0 ? 128 : 0
  const magnitude = Math.min(Math.abs(sample), 32_635) >> 3
  const exponent = magnitude > 31 ? Math.floor(Math.log2(magnitude)) - 4 : 0
  const mantissa = exponent === 0 ? (magnitude >> 1) & 15 : (magnitude >> exponent) & 15
  return (sign | (exponent << 4) | mantissa) ^ 85
}

/** A tone of ten seconds, A-law. */
export const toneBytes = (hertz: number): Buffer =>
  Buffer.from(
    Array.from({ length: RATE * 10 }, (_, index) =>
      toALaw(Math.round(Math.sin((2 * Math.PI * hertz * index) / RATE) * 12_000)),
    ),
  )

/** The same as a file, for sipp's rtp_stream. */
export const toneFile = (folder: string, hertz: number): string => {
  const file = join(folder, `${hertz}.raw`)
  writeFileSync(file, toneBytes(hertz))
  return file
}

/** How strong a tone is in one channel (0 left, 1 right) of a stereo WAV: Goertzel, as an amplitude. */
export const strengthOf = (wav: Buffer, channel: 0 | 1, hertz: number): number => {
  const data = wav.subarray(44)
  const count = Math.floor(data.length / 4)
  let [real, imaginary] = [0, 0]
  for (let index = 0; index < count; index++) {
    const sample = data.readInt16LE(index * 4 + channel * 2)
    const angle = (2 * Math.PI * hertz * index) / RATE
    real += sample * Math.cos(angle)
    imaginary += sample * Math.sin(angle)
  }
  return (2 * Math.hypot(real, imaginary)) / Math.max(1, count)
}

/** The longest part of a channel without a sound, in seconds from the beginning. */
export const longestSilence = (wav: Buffer, channel: 0 | 1): { from: number; to: number } => {
  const data = wav.subarray(44)
  let longest = { from: 0, to: 0 }
  let start = 0
  for (let at = 0; at * 4 + 4 <= data.length; at++) {
    if (Math.abs(data.readInt16LE(at * 4 + channel * 2)) > 500) start = at + 1
    else if (at + 1 - start > longest.to - longest.from) longest = { from: start, to: at + 1 }
  }
  return { from: longest.from / RATE, to: longest.to / RATE }
}

export const secondsOf = (wav: Buffer): number => (wav.length - 44) / (RATE * 4)
