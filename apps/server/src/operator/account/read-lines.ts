import { createReadStream } from 'node:fs'

const LINE_BREAK = 10

/** Not node:readline: it also ends a line at U+2028, which JSON allows inside a string. */
export async function* splitLines(chunks: AsyncIterable<Buffer>) {
  let rest: Buffer[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(LINE_BREAK); end >= 0; end = chunk.indexOf(LINE_BREAK, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8')
      rest = []
      from = end + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString('utf8')
}

async function* readChunks(path: string, onChunk: (chunk: Buffer) => void) {
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    onChunk(chunk)
    yield chunk
  }
}

/** The lines of a file. */
export const readLines = (path: string, onChunk: (chunk: Buffer) => void = () => undefined) =>
  splitLines(readChunks(path, onChunk))
