import { LRUCache } from 'lru-cache'

// Who reads a list page by page is given each page from where the one before ended, not by counting from the start: it
// costs the same on every page, and what is added meanwhile shows no entry twice. Only a hint: a process that does not
// remember the page before counts.

const KEPT_MS = 10 * 60_000

export type PageCursors = {
  /** The id after which this page begins, if somebody was given the page before. */
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
