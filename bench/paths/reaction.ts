import { type Path, pick, workspaceRequest } from './path.ts'

const EMOJI = ['👍', '🔥', '❤', '🎉']

/** The reaction of a message changes with every round over the messages, so each request queues a webhook. */
export const reaction: Path = {
  name: 'reaction',
  title: 'Reaction, its webhook queued',
  requestOf: (account, n) => {
    const [{ cookie } = { cookie: '' }] = account.managers
    const body = { reaction: EMOJI[Math.floor(n / account.messages.length) % EMOJI.length] }
    return workspaceRequest(account, 'PUT', `/workspace/messages/${pick(account.messages, n)}/reactions`, {
      cookie,
      body,
    })
  },
  answer: '"success":true',
  /** The reaction before is whichever it was; the event gets an id of its own and the next number of its chat. */
  rewrite: (statement) => {
    if (statement.startsWith('delete from "reaction"'))
      return statement.replace(/'\{[^}]*\}'::text\[\]/, `'{${EMOJI.join()}}'::text[]`)
    if (statement.endsWith('returning "sequence"')) return `${statement} \\gset`
    return statement.replace(
      /values \('[0-9a-f-]{36}', ('\d+'), ('\d+'), '\d+'/,
      'values (gen_random_uuid(), $1, $2, :sequence',
    )
  },
}
