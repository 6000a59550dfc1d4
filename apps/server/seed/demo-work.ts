// A finished import and tasks that repeat, for the demo account. They change nobody's data: the file has what the customers
// have already, and two rows that show what a bad row looks like. Existing ones are not created again.

import { endOfDay } from '@patchbay/contract/base/local-time'
import type { Import } from '@patchbay/contract/crm/workspace/imports'
import { FERN_TRADE } from '@patchbay/testkit/fixture-orders'
import { check, command, uploadImport } from '../src/crm/imports/actions.ts'
import { stepImport } from '../src/crm/imports/service.ts'
import { listImports } from '../src/crm/imports/store.ts'
import { createInWorkspace } from '../src/crm/tasks/actions.ts'
import { listTasks } from '../src/crm/tasks/store.ts'
import type { Deps } from '../src/deps.ts'
import { inAccount } from '../src/lib/db/transaction.ts'
import type { UserCaller } from '../src/lib/http-in/callers.ts'
import { httpStub } from './http-stub.ts'
import { userCaller } from './user-caller.ts'

const FILE_NAME = 'customers-of-the-old-shop.csv'
const IMPORTED = 24

const fileText = (): string => {
  const rows = FERN_TRADE.customers
    .slice(0, IMPORTED)
    .map(({ externalId, firstName, lastName, phone, email }) =>
      [externalId, firstName, lastName, phone, email].join(';'),
    )
  const bad = ['old-901;Signe;Holm;+46 8 500 559 01;signe.holm(at)example.test', 'old-902;Otto;;555;']
  return ['External ID;First name;Last name;Phone;E-mail', ...rows, ...bad].join('\r\n')
}

const seedImport = async (deps: Deps, caller: UserCaller): Promise<void> => {
  const { accountId } = caller
  if ((await inAccount(deps.db, accountId, (trx) => listImports(trx, 1))).length > 0) return
  async function* file() {
    yield Buffer.from(fileText())
  }
  const { import: one } = await uploadImport(deps, caller, { kind: 'customers', name: FILE_NAME }, file())
  const { id, encoding, separator, mapping }: Import = one
  const options = { encoding, separator, mapping, matchBy: 'externalId', onMatch: 'update' } as const
  await check(deps, caller, { params: { id }, body: options }, httpStub)
  while (await stepImport(deps, accountId, id));
  await command(deps, caller, { params: { id }, body: { command: 'start' } }, httpStub)
  while (await stepImport(deps, accountId, id));
}

const HOUR = 3_600_000

const TASKS = [
  { text: 'Count the till', commentary: 'Garden centre, before opening', days: 0, repeat: 'daily', who: 'bruno' },
  {
    text: 'Order pots and soil',
    commentary: 'The supplier delivers on Thursdays',
    days: 3,
    repeat: 'weekly',
    who: 'chiara',
  },
  { text: 'Send the newsletter', commentary: '', days: 9, repeat: 'monthly', who: undefined },
] as const

/** Due from tomorrow on, at nine o'clock. */
const seedTasks = async (deps: Deps, caller: UserCaller, userIds: Record<string, number>): Promise<void> => {
  const { accountId } = caller
  const { timezone } = await deps.accounts.account(accountId)
  const open = await inAccount(deps.db, accountId, (trx) => listTasks(trx, {}, 1_000))
  const known = new Set(open.map(({ content }) => ('text' in content ? content.text : '')))
  for (const { text, commentary, days, repeat, who } of TASKS) {
    if (known.has(text)) continue
    const dueAt = new Date(endOfDay(deps.now(), timezone).getTime() + (days * 24 + 9) * HOUR).toISOString()
    const performerId = who && userIds[who]
    const body = { text, commentary, dueAt, repeat, ...(performerId !== undefined && { performerId }) }
    await createInWorkspace(deps, caller, { body }, httpStub)
  }
}

export const seedWork = async (deps: Deps, accountId: number, userIds: Record<string, number>): Promise<void> => {
  const tove = userCaller(accountId, userIds.tove ?? 0, 'team-lead')
  await seedImport(deps, tove)
  await seedTasks(deps, tove, userIds)
}
