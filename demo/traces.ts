// Where the workspace shows what happened: the address of the trace of a call, an invoice or a message.
import { poll, type Stage } from './stage.ts'

export type Subject =
  | { of: 'call'; phone: string; since: string }
  | { of: 'invoice'; orderId: number }
  | { of: 'message'; messageId: number }

type Call = { id: number; startedAt: string }

/** Undefined while the system does not know it. */
const idOf = async (stage: Stage, subject: Subject): Promise<string | number | undefined> => {
  if (subject.of === 'message') return subject.messageId
  if (subject.of === 'invoice') return (await stage.money.invoiceOf(subject.orderId))?.id
  const query = { phone: subject.phone }
  const { calls } = await stage.admin.send<{ calls: Call[] }>((client) => client.get('/workspace/calls', query))
  return calls.toReversed().find(({ startedAt }) => startedAt >= subject.since)?.id
}

/** Until the system knows it, and its trace can be opened. */
export const untilTraced = (stage: Stage, subject: Subject): Promise<string | number> =>
  poll('a report reaches the system', () => idOf(stage, subject))

export const traceUrl = async (stage: Stage, subject: Subject): Promise<string | undefined> => {
  const id = await idOf(stage, subject)
  return id === undefined ? undefined : `${stage.account.address}/traces/${subject.of}/${id}`
}
