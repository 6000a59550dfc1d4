import { wavHeader } from './wav.ts'

const RATE = 8_000

/** A tone with a pause behind it, as a WAV file: the tone for a caller while the other side rings. */
export const toneWav = (hertz: number, seconds: number, pauseSeconds: number): Buffer => {
  const samples = Buffer.alloc(Math.round((seconds + pauseSeconds) * RATE) * 2)
  for (let index = 0; index < seconds * RATE; index++)
    samples.writeInt16LE(Math.round(Math.sin((2 * Math.PI * hertz * index) / RATE) * 8_000), index * 2)
  return Buffer.concat([wavHeader(samples.length, 1), samples])
}
