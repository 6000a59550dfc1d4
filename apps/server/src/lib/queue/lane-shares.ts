// How many of a worker's lanes one endpoint and one account may have at a time, so that a slow one does not hold up others.

/** How many lanes of one endpoint a worker runs at a time. */
export const PER_ENDPOINT = 4
/** D-158: and of its window, how much one account may have. */
const ACCOUNT_SHARE = 0.5

type Place = { account_id: number; endpoint: string }

/** Counts by key; a count of 0 is forgotten. */
const add = <Key>(counts: Map<Key, number>, key: Key, change: 1 | -1): void => {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

export type LaneShares = {
  begin: (place: Place) => void
  end: (place: Place) => void
  /** Whether its endpoint or its account now has its share: claim_lanes may have left out others behind its lanes. */
  isFull: (place: Place) => boolean
  /** What claim_lanes has to know: the endpoints that have their share, and how much each account has. */
  taken: () => { endpoints: string[]; perAccount: number; accounts: number[]; held: number[] }
}

const keyOf = ({ account_id, endpoint }: Place): string => `${account_id}/${endpoint}`

export const createLaneShares = (window: number): LaneShares => {
  const [endpoints, accounts] = [new Map<string, number>(), new Map<number, number>()]
  const perAccount = window * ACCOUNT_SHARE
  const change = (place: Place, by: 1 | -1): void => {
    add(endpoints, keyOf(place), by)
    add(accounts, place.account_id, by)
  }
  return {
    begin: (place) => change(place, 1),
    end: (place) => change(place, -1),
    isFull: (place) =>
      (endpoints.get(keyOf(place)) ?? 0) >= PER_ENDPOINT || (accounts.get(place.account_id) ?? 0) >= perAccount,
    taken: () => ({
      endpoints: [...endpoints].filter(([, count]) => count >= PER_ENDPOINT).map(([endpoint]) => endpoint),
      perAccount,
      accounts: [...accounts.keys()],
      held: [...accounts.values()],
    }),
  }
}
