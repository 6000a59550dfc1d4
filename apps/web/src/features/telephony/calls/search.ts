import { flag, oneOf, searchParams } from '../../../lib/search.ts'

export const callSearch = searchParams({ of: oneOf('me'), missed: flag })
