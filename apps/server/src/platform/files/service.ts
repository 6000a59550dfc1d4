import { createReadStream } from 'node:fs'
import { fileTypeFromFile } from 'file-type'
import { imageSizeFromFile } from 'image-size/fromFile'
import { mimeTypeOf } from './rules.ts'

const START = 1_000

/** The beginning of a text file; undefined when any of its bytes is not text. */
const startOfText = async (path: string): Promise<string | undefined> => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let start = ''
  try {
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk as Buffer, { stream: true })
      if (text.includes('\u0000')) return undefined
      if (start.length < START) start += text.slice(0, START)
    }
    decoder.decode()
    return start
  } catch {
    return undefined
  }
}

export const detectMimeType = async (path: string): Promise<string | undefined> => {
  const detected = await fileTypeFromFile(path)
  return mimeTypeOf(detected?.mime, detected ? undefined : await startOfText(path))
}

export const dimensionsOf = (path: string): Promise<{ width: number; height: number } | undefined> =>
  imageSizeFromFile(path).catch(() => undefined)
