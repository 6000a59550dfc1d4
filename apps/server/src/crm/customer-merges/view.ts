import { undoableUntil } from './rules.ts'
import type { CustomerMerge } from './store.ts'

export const presentMerge = ({ id, createdAt, userId, duplicate }: CustomerMerge) => ({
  id,
  at: createdAt.toISOString(),
  until: undoableUntil(createdAt).toISOString(),
  userId,
  name: `${duplicate.firstName} ${duplicate.lastName}`.trim(),
})
