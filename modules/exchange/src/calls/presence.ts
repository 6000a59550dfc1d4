import { type Extension, listContacts, listExtensions, setStatus } from '../store/extensions.ts'
import { insertMessage } from '../store/outbox.ts'
import type { Deps } from './board.ts'

// Who can be called: whose telephone is connected, and whose status is "free".

const isFree = ({ status, setBusy }: Extension): boolean => status === 'free' || (status === 'busy' && setBusy)

export const createPresence = ({ db, wake, log }: Pick<Deps, 'db' | 'wake' | 'log'>) => {
  const setBusy = async (code: string, busy: boolean): Promise<void> => {
    const extension = (await listExtensions(db)).find((one) => one.code === code)
    if (!extension?.userId) return
    if (busy ? extension.status !== 'free' : !extension.setBusy) return
    const status = busy ? 'busy' : 'free'
    await setStatus(db, code, status, busy)
    await insertMessage(db, { lane: `user ${extension.userId}`, status: { userId: extension.userId, status } })
    wake()
  }
  return {
    /** While a manager talks the system shows them as busy; afterwards as before, unless they chose something else. */
    showBusy: (code: string | undefined, busy: boolean): void => {
      if (code !== undefined) setBusy(code, busy).catch((error: unknown) => log(`status: ${String(error)}`))
    },
    listAvailable: async (isTaken: (code: string) => boolean): Promise<(code: string) => boolean> => {
      const [extensions, contacts] = await Promise.all([listExtensions(db), listContacts(db)])
      const online = new Set(contacts.map(({ code }) => code))
      const free = new Set(extensions.filter(isFree).map(({ code }) => code))
      return (code) => online.has(code) && free.has(code) && !isTaken(code)
    },
  }
}
