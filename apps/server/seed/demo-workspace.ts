// What users of the demo account did in the workspace: calls that they logged, canned replies, an import, tasks that repeat.

import type { Deps } from '../src/deps.ts'
import { seedCalls } from './demo-calls.ts'
import { seedReplies } from './demo-replies.ts'
import { seedWork } from './demo-work.ts'

export const seedWorkspace = async (deps: Deps, accountId: number, userIds: Record<string, number>): Promise<void> => {
  await seedCalls(deps, accountId, userIds)
  await seedReplies(deps, accountId, userIds.ada ?? 0)
  await seedWork(deps, accountId, userIds)
}
