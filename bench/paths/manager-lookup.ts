import { getRequest, type Path, spread } from './path.ts'

export const managerLookupPath: Path = {
  name: 'manager-lookup',
  title: 'Manager lookup',
  requestOf: (account, n) =>
    getRequest(
      account,
      `/api/v5/telephony/manager?phone=${encodeURIComponent(account.phoneOf(spread(n, account.customers)))}`,
    ),
  answer: '"manager"',
}
