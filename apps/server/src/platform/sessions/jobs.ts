import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { newToken, sha256 } from '../../lib/security/digest.ts'
import { getAccount } from '../accounts/store.ts'
import { cleanUpEachAccount, DAYS } from '../clean-up/service.ts'
import { arePasswordsAllowed } from '../single-sign-on/service.ts'
import { findUser } from '../users/store.ts'
import { SEND_LINK } from './service.ts'
import { deleteExpired, insertLink } from './store.ts'

export const CLEAN_UP = defineJob({ name: 'users.clean-up', payload: Type.Object({}), every: '17 3 * * *' })

const HOURS = { invitation: 72, reset: 2 }

const TEXTS = {
  invitation: {
    subject: (account: string) => `You have been invited to ${account}`,
    text: (link: string) => `Set your password to sign in. This link is valid for three days:\n\n${link}\n`,
  },
  welcome: {
    subject: (account: string) => `You have been invited to ${account}`,
    text: (link: string) => `Sign in with single sign-on:\n\n${link}\n`,
  },
  reset: {
    subject: (account: string) => `Reset your password for ${account}`,
    text: (link: string) =>
      `Use this link to set a new password. It is valid for two hours:\n\n${link}\n\nIf you did not request this, you can ignore this email.\n`,
  },
}

export const userJobs = (deps: Deps): JobHandler[] => [
  handleJob(SEND_LINK, async ({ accountId, userId, reason }) => {
    // The token is created here, so that the queue never holds a secret.
    const token = newToken()
    const ready = await inAccount(deps.db, accountId, async (trx) => {
      const user = await findUser(trx, userId)
      if (!user?.active) return undefined
      const passwords = await arePasswordsAllowed(trx)
      if (passwords) await insertLink(trx, userId, sha256(token), HOURS[reason])
      return { user, passwords, account: await getAccount(trx) }
    })
    if (!ready) return
    const { publicUrl, name } = ready.account
    const link = ready.passwords ? `${publicUrl}/choose-password#${token}` : `${publicUrl}/sign-in`
    const texts = TEXTS[ready.passwords ? reason : 'welcome']
    await deps.mailer.send({
      to: ready.user.email,
      subject: texts.subject(name),
      text: texts.text(link),
    })
  }),
  handleJob(
    CLEAN_UP,
    cleanUpEachAccount(deps, CLEAN_UP, DAYS, (accountId) => inAccount(deps.db, accountId, deleteExpired)),
  ),
]
