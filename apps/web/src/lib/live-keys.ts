import type { LiveEvent } from '@patchbay/contract/live'
import type { QueryKey } from '@tanstack/react-query'

type EventOf<Type extends LiveEvent['type']> = Extract<LiveEvent, { type: Type }>

/** Which queries of a feature an event makes stale; each feature declares its own in live.ts. */
export type LiveKeys = { readonly [Type in LiveEvent['type']]?: (event: EventOf<Type>) => QueryKey[] }

const EVERYTHING: QueryKey[] = [[]]

export const staleKeys = (features: readonly LiveKeys[], event: LiveEvent): QueryKey[] => {
  // Events may have been missed.
  if (event.type === 'resync') return EVERYTHING
  // A page loaded before an update ignores events that it does not know.
  return features.flatMap((keys) => (keys[event.type] as ((one: LiveEvent) => QueryKey[]) | undefined)?.(event) ?? [])
}
