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

/** The rows of a CSV file, the heading included, one after the other: the file is never in memory as a whole. */
export async function* readCsv(bytes: Readable, encoding: Encoding, separator: string): AsyncGenerator<string[]> {
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter: separator })
  const source = Readable.from(decode(bytes, encoding))
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
