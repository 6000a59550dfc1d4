import Type, { type Static, type TSchema } from 'typebox'
import { SuccessWith } from './types.ts'

// 1.6: how lists are asked for and answered. Inside, lists walk along an index; the page number is only how it looks.

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

/** Where a page lies in a list of so many, seen from the nearer end: how far to walk, and how much to take. */
export const walkTo = (
  { limit, page }: Page,
  totalCount: number,
): { from: 'start' | 'end'; skip: number; take: number } => {
  const skip = (page - 1) * limit
  const take = Math.max(0, Math.min(limit, totalCount - skip))
  const behind = totalCount - skip - take
  return take > 0 && behind < skip ? { from: 'end', skip: behind, take } : { from: 'start', skip, take }
}

/** The filters of a list. Each has an index behind it; any other is refused by name, since it would be slow. */
export const Filters = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Optional(Type.Object(properties, { additionalProperties: false }))
