// One range of bytes, as players ask for it to seek in a recording.

export type Part = { start: number; end: number }

/** The bytes that a Range header asks for; undefined for the whole, 'outside' when the body has none of them. */
export const readRange = (header: string | null | undefined, length: number): Part | 'outside' | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, length - Number(to)) : Number(from)
  const end = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1)
  return start > end ? 'outside' : { start, end }
}

/** The status, headers and bytes of a partial answer. */
export const partialAnswer = (bytes: Uint8Array, part: Part | 'outside') =>
  part === 'outside'
    ? { status: 416, headers: { 'content-range': `bytes */${bytes.length}` }, body: new Uint8Array() }
    : {
        status: 206,
        headers: { 'content-range': `bytes ${part.start}-${part.end}/${bytes.length}` },
        body: bytes.subarray(part.start, part.end + 1),
      }
