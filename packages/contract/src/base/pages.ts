import Type, { type Static, type TSchema } from 'typebox'
import { SuccessWith } from './types.ts'

// 1.6: pagination of lists. Internally lists are read along an index; page numbers exist only in the API.

const LIMITS = [20, 50, 100, 250] as const
const LARGEST_PAGE = 1_000_000

export const PAGE = {
  limit: Type.Optional(
    Type.Integer({ enum: [...LIMITS], description: `One of: ${LIMITS.join(', ')}; 20 when absent` }),
  ),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: LARGEST_PAGE, description: 'From 1' })),
}

export const Pagination = Type.Object(
  {
    limit: Type.Integer(),
    totalCount: Type.Integer(),
    currentPage: Type.Integer(),
    totalPageCount: Type.Integer(),
  },
  { title: 'Pagination' },
)
export type Pagination = Static<typeof Pagination>

export const PageOf = <P extends Record<string, TSchema>>(properties: P) =>
  SuccessWith({ pagination: Pagination, ...properties })

export type Page = { limit: number; page: number }

export const requestedPage = ({ limit = LIMITS[0], page = 1 }: { limit?: number; page?: number }): Page => ({
  limit,
  page,
})

export const paginationOf = ({ limit, page }: Page, totalCount: number): Pagination => ({
  limit,
  totalCount,
  currentPage: page,
  totalPageCount: Math.ceil(totalCount / limit),
})

/** The offset and size of a page, counted from the nearer end of the list. */
export const walkTo = (
  { limit, page }: Page,
  totalCount: number,
): { from: 'start' | 'end'; skip: number; take: number } => {
  const skip = (page - 1) * limit
  const take = Math.max(0, Math.min(limit, totalCount - skip))
  const behind = totalCount - skip - take
  return take > 0 && behind < skip ? { from: 'end', skip: behind, take } : { from: 'start', skip, take }
}

/** D-92: marks a parameter whose scalar or empty value counts as absent: Python clients send filter=None. */
export const ABSENT_UNLESS_OBJECT = 'x-absent-unless-object'

/** The filters of a list. Each has an index behind it; any other is rejected by name, since it would be slow. */
export const Filters = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Optional(Type.Object(properties, { additionalProperties: false, [ABSENT_UNLESS_OBJECT]: true }))
