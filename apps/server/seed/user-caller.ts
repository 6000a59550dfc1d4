import type { UserCaller } from '../src/lib/http-in/callers.ts'

/** A signed-in user, for actions that the seed calls as this user would. */
export const userCaller = (accountId: number, userId: number, role: UserCaller['role']): UserCaller => ({
  by: 'session',
  accountId,
  userId,
  role,
  sessionHash: Buffer.alloc(0),
  bySso: false,
  secondFactorDue: false,
})
