// Words that are methods of orders and customers in public clients. Where such a method is not offered, its name is
// still not the id of an order or a customer.

const WORDS = [
  'combine',
  'create',
  'fix-external-ids',
  'history',
  'links',
  'notes',
  'packs',
  'payments',
  'statuses',
  'upload',
]

const RESERVED = new RegExp(`^/api/v5/(orders|customers)/(${WORDS.join('|')})([/?]|$)`)

/** Whether the request has the name of a method in the place of the endpoint's id. */
export const isReservedPath = (endpointPath: string, url: string): boolean =>
  /^\/api\/v5\/(orders|customers)\/\{/.test(endpointPath) && RESERVED.test(url)
