import { oneOf, searchParams } from '../../../lib/search.ts'

export const importSearch = searchParams({ kind: oneOf('customers', 'orders') })
