// Reads a PNG of 8 bits a channel: its size and its pixels.
import { inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const CHANNELS: Record<number, number> = { 2: 3, 6: 4 }

type Chunk = { type: string; data: Buffer }

const chunksOf = (png: Buffer): Chunk[] => {
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

/** The Paeth predictor of the specification. */
const paeth = (left: number, up: number, corner: number): number => {
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

const predicted = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  return filter === 3 ? (left + up) >> 1 : paeth(left, up, corner)
}

/** With how many pixels have each colour. */
export const readPng = (png: Buffer): { width: number; height: number; colours: Map<number, number> } => {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('not a PNG')
  const chunks = chunksOf(png)
  const head = chunks[0]?.data ?? Buffer.alloc(13)
  const [width, height, channels] = [head.readUInt32BE(0), head.readUInt32BE(4), CHANNELS[head[9] ?? 0]]
  if (head[8] !== 8 || channels === undefined || chunks.at(-1)?.type !== 'IEND')
    throw new Error('an unknown kind of PNG')
  const raw = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)))
  const line = width * channels
  const pixels = Buffer.alloc(line * height)
  const colours = new Map<number, number>()
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)] ?? 0
    for (let x = 0; x < line; x++) {
      const left = x < channels ? 0 : (pixels[y * line + x - channels] ?? 0)
      const up = y === 0 ? 0 : (pixels[(y - 1) * line + x] ?? 0)
      const corner = x < channels || y === 0 ? 0 : (pixels[(y - 1) * line + x - channels] ?? 0)
      pixels[y * line + x] = ((raw[y * (line + 1) + 1 + x] ?? 0) + predicted(filter, left, up, corner)) & 255
    }
    for (let x = 0; x < line; x += channels) {
      const colour = pixels.readUIntBE(y * line + x, 3)
      colours.set(colour, (colours.get(colour) ?? 0) + 1)
    }
  }
  return { width, height, colours }
}
