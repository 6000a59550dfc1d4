import { LRUCache } from 'lru-cache'

// For clients that read a list page by page: each page starts where the previous one ended instead of at an offset, so
// it costs the same on every page, and entries that are added meanwhile show none twice. On a cache miss the offset is
// used.

const KEPT_MS = 10 * 60_000

export type PageCursors = {
  /** The id after which this page starts, if the previous page was served here. */
  find: (list: string, page: number) => number | undefined
  keep: (list: string, page: number, after: number) => void
}

export const createPageCursors = (): PageCursors => {
  const marks = new LRUCache<string, number>({ max: 20_000, ttl: KEPT_MS })
  return {
    find: (list, page) => marks.get(`${list}#${page}`),
    keep: (list, page, after) => void marks.set(`${list}#${page}`, after),
  }
}
