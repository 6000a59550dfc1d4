import { Readable } from 'node:stream'
import Papa from 'papaparse'
import type { Encoding } from '../text/csv.ts'

/** Characters that the bytes cut at the end of a chunk are kept for the next one. */
async function* decode(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/** Papa copies what is left of a piece at each pause, and pauses every few rows: a large piece takes the square of its rows. */
const PIECE = 1024
/** How lines end is found out from the first piece, so that one has a line break, and some lines after it. */
const LINES_OF_FIRST = 4 * PIECE
const MOST_OF_FIRST = 256 * PIECE

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let first: string | undefined = ''
  for await (const text of texts) {
    let rest = text
    if (first !== undefined) {
      first += text
      const end = first.search(/[\r\n]/)
      const most = Math.max(end, 0) + LINES_OF_FIRST
      if ((end < 0 || first.length < most) && first.length < MOST_OF_FIRST) continue
      yield first.slice(0, most)
      rest = first.slice(most)
      first = undefined
    }
    for (let place = 0; place < rest.length; place += PIECE) yield rest.slice(place, place + PIECE)
  }
  if (first) yield first
}

/** The rows of a CSV file, the heading included, one after the other: the file is never in memory as a whole. */
export async function* readCsv(bytes: Readable, encoding: Encoding, separator: string): AsyncGenerator<string[]> {
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter: separator })
  const source = Readable.from(inPieces(decode(bytes, encoding)))
  source.once('error', (error) => parser.destroy(error))
  try {
    for await (const row of source.pipe(parser)) yield row as string[]
  } finally {
    bytes.destroy()
    source.destroy()
  }
}

/** The first bytes of a stream, which is then closed. */
export const readStartOf = async (bytes: Readable, most: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size >= most) break
  }
  bytes.destroy()
  return Buffer.concat(chunks).subarray(0, most)
}
