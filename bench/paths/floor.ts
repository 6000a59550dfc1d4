import { getRequest, type Path } from './path.ts'

/** What every request with a key costs: host name, key, rate limit, validation, response. */
export const floor: Path = {
  name: 'floor',
  title: 'The floor: an authenticated GET',
  requestOf: (account) => getRequest(account, '/api/credentials'),
  answer: '"credentials"',
}
