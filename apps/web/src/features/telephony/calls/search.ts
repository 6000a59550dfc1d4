import { flag, oneOf, searchParams, text } from '../../../lib/search.ts'

export const callSearch = searchParams({ of: oneOf('me'), missed: flag, phone: text })
