import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paginationOf, requestedPage, walkTo } from './pages.ts'

it('counts pages from 1, with 20 entries each by default', () => {
  expect(paginationOf(requestedPage({}), 41)).toEqual({ limit: 20, totalCount: 41, currentPage: 1, totalPageCount: 3 })
  expect(paginationOf(requestedPage({ limit: 50, page: 2 }), 0)).toMatchObject({ totalPageCount: 0 })
})

it('reaches every page from the nearer end, with the same entries as from the start', () => {
  const total = fc.integer({ min: 0, max: 500 })
  fc.assert(
    fc.property(total, fc.constantFrom(20, 50, 100), fc.integer({ min: 1, max: 30 }), (count, limit, page) => {
      const list = Array.from({ length: count }, (_, index) => index)
      const { from, skip, take } = walkTo({ limit, page }, count)
      const found =
        from === 'start'
          ? list.slice(skip, skip + take)
          : list
              .toReversed()
              .slice(skip, skip + take)
              .reverse()
      expect(found).toEqual(list.slice((page - 1) * limit, page * limit))
      if (take > 0) expect(skip).toBeLessThanOrEqual(count / 2)
    }),
  )
})
