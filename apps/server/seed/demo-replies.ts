// The shared canned replies of the demo account. Existing ones are not changed.

import { addCannedReply } from '../src/chats/canned-replies/actions.ts'
import { listReplies } from '../src/chats/canned-replies/store.ts'
import type { Deps } from '../src/deps.ts'
import { inAccount } from '../src/lib/db/transaction.ts'
import { httpStub } from './http-stub.ts'
import { userCaller } from './user-caller.ts'

const REPLIES = [
  {
    shortcut: 'hello',
    title: 'Greeting',
    text: 'Hello {{customer.firstName}}, this is {{manager.firstName}} from Fern & Field. How can I help you?',
  },
  {
    shortcut: 'delivery',
    title: 'Delivery times',
    text: 'We deliver from Tuesday to Saturday, between 9 am and 6 pm, and ring you before we bring {{order.number}}.',
  },
  {
    shortcut: 'pay',
    title: 'How to pay',
    text: 'Here you can pay {{order.total}} for {{order.number}}: {{paymentLink}}',
  },
  {
    shortcut: 'care',
    title: 'Care for ferns',
    text: 'Ferns like shade and moist soil: water them twice a week, and keep them away from radiators.',
  },
]

export const seedReplies = async (deps: Deps, accountId: number, userId: number): Promise<number> => {
  const caller = userCaller(accountId, userId, 'admin')
  const there = await inAccount(deps.db, accountId, (trx) => listReplies(trx, userId))
  const missing = REPLIES.filter(({ shortcut }) => !there.some((reply) => reply.shortcut === shortcut))
  for (const reply of missing)
    await addCannedReply(deps, caller, { body: { ...reply, items: [], shared: true } }, httpStub)
  return missing.length
}
