import { messageOf } from '../../lib/errors.ts'
import type { Connections, OpenCell } from './connections.ts'
import { cellNamed } from './connections.ts'
import { deleteComing, deleteSourceGate, findComing } from './gate-store.ts'
import { purgeAccount } from './move-copy.ts'
import { deleteFolder, findOwnFolder } from './move-files.ts'
import { endWayBack, stopSending } from './move-replication.ts'
import {
  findOpenMove,
  inTransaction,
  listUncleaned,
  lockMove,
  type Move,
  type MoveOf,
  updateCleaned,
  updateState,
} from './move-store.ts'
import { dropSlots, dropSubscription } from './replication-store.ts'

// D-154: an abort opens the account at the source first, which needs the source alone. Then both cells are cleaned; what
// cannot be cleaned now is cleaned by a repeat, or by the next move of the account.

/** The other way of the decision, in one transaction too: it fails when the move is not in the state that was read. */
export const openSource = ({ client }: OpenCell, move: Move): Promise<void> =>
  inTransaction(client, async () => {
    await deleteSourceGate(client, move)
    await updateState(client, move, 'aborted')
  })

/** The publication has the name of the account: a later move of it may use one. */
const cleanSource = async ({ client }: OpenCell, move: Move): Promise<void> => {
  if (await findOpenMove(client, { accountId: move.accountId })) await dropSlots(client, move)
  else {
    await stopSending(client, move)
    if (move.wayBack) await dropSubscription(client, move.accountId)
  }
}

/** While the gate of the move is there, nobody else brings the account; it goes last. */
const cleanTarget = async (from: OpenCell, to: OpenCell, move: Move): Promise<void> => {
  const { accountId } = move
  const { client } = to
  await lockMove(client, accountId)
  const coming = await findComing(client, accountId)
  if (coming !== undefined && coming !== move.id) return
  if (move.wayBack) await endWayBack(client, accountId)
  await dropSubscription(client, accountId)
  if (coming === undefined) return
  await purgeAccount(client, accountId)
  await deleteFolder(await findOwnFolder(to, from, accountId))
  await deleteComing(client, move)
}

export type Cleaning = {
  /** The cells that have nothing left of the aborted moves. */
  cleaned: string[]
  /** What is left, and why. */
  left: { cell: string; reason: string }[]
}

const clean = async (connections: Connections, from: OpenCell, move: Move): Promise<Cleaning['left']> => {
  const left: Cleaning['left'] = []
  const attempt = async (cell: string, work: () => Promise<void>) => {
    await work().catch((error) => left.push({ cell, reason: messageOf(error) }))
  }
  // The target first, where it answers: its PostgreSQL then no longer reads from the source.
  await attempt(move.toCell, async () => cleanTarget(from, cellNamed(connections, move.toCell), move))
  await attempt(from.name, () => cleanSource(from, move))
  if (left.length === 0) await updateCleaned(from.client, move)
  return left
}

/** Deletes what aborted moves of the account have left, in all cells that answer. */
export const cleanAborted = async (connections: Connections, of: MoveOf): Promise<Cleaning> => {
  const found: Cleaning = { cleaned: [], left: [] }
  for (const from of connections.open)
    for (const move of await listUncleaned(from.client, of)) {
      await lockMove(from.client, move.accountId)
      const left = await clean(connections, from, move)
      found.left.push(...left)
      if (left.length === 0) found.cleaned.push(move.toCell)
    }
  return found
}
