import { useEffect, useState } from 'react'

/**
 * Whether this tab leads among the tabs of this browser (Web Locks): of several that are open, one rings. When it is closed,
 * the next one leads. Browsers have locks on secure pages only; on others every tab leads.
 */
export const useLeader = (name: string, isCandidate = true): boolean => {
  const [leads, setLeads] = useState(false)
  useEffect(() => {
    if (!isCandidate) return
    if (!navigator.locks) return setLeads(true)
    const waiting = new AbortController()
    const held = Promise.withResolvers<void>()
    const lead = (): Promise<void> => {
      setLeads(true)
      return held.promise
    }
    navigator.locks.request(name, { signal: waiting.signal }, lead).catch(() => undefined)
    return () => {
      waiting.abort()
      held.resolve()
      setLeads(false)
    }
  }, [name, isCandidate])
  return leads
}
