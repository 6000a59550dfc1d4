import { getRequest, type Path } from './path.ts'

const QUERY = new URLSearchParams({ 'filter[sites][]': 'main', 'filter[status]': 'new', limit: '20' })

export const orderListPath: Path = {
  name: 'order-list',
  title: 'List of orders, 20 of a shop and status',
  requestOf: (account) => getRequest(account, `/api/v5/orders?${QUERY}`),
  answer: '"totalPageCount"',
}
