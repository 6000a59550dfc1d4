// Range and Content-Range of HTTP: one range of bytes.

/** A range of a body, both ends included. Only `last`: so many bytes from the end. */
export type ByteRange = { from: number; to?: number } | { last: number }

/** D-34: one range is served; several at once, or a malformed header, count as the whole. */
export const readRange = (header: string | undefined): ByteRange | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from !== '') {
    const end = to === '' ? undefined : Number(to)
    if (end !== undefined && end < Number(from)) return undefined
    return { from: Number(from), ...(end !== undefined && { to: end }) }
  }
  return to === '' || Number(to) === 0 ? undefined : { last: Number(to) }
}

export type ContentRange = { from: number; to: number; total: number }

/** D-34: the bytes of a range in a body of this length; undefined when it lies outside. */
export const sliceOf = (part: ByteRange, total: number): ContentRange | undefined => {
  const from = 'last' in part ? Math.max(0, total - part.last) : part.from
  const to = 'last' in part ? total - 1 : Math.min(part.to ?? total - 1, total - 1)
  return from < total && from <= to ? { from, to, total } : undefined
}

/** D-34: the range that an answer says it is. */
export const readContentRange = (header: string | undefined): ContentRange | undefined => {
  const [, from, to, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header?.trim() ?? '')?.map(Number) ?? []
  if (from === undefined || to === undefined || total === undefined) return undefined
  return from <= to && to < total ? { from, to, total } : undefined
}

export const rangeHeader = (part: ByteRange): string =>
  `bytes=${'last' in part ? `-${part.last}` : `${part.from}-${part.to ?? ''}`}`

export const contentRange = ({ from, to, total }: ContentRange): string => `bytes ${from}-${to}/${total}`
