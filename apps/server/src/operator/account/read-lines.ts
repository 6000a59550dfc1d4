import { createReadStream } from 'node:fs'

const LINE_BREAK = 10

/** The lines of a file. Not node:readline: it also ends a line at U+2028, which JSON allows inside a string. */
export async function* readLines(path: string, onChunk: (chunk: Buffer) => void = () => undefined) {
  let rest: Buffer[] = []
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    onChunk(chunk)
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
