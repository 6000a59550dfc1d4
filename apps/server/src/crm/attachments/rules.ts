// D-112: who may see and change a file that is attached to orders and customers.

export type Owner = {
  kind: 'order' | 'customer'
  id: number
  externalId: string | null
  /** Of an order. */
  number: string | null
  shopId: number | null
  site: string | null
}

/** Null: all shops. */
type Shops = readonly number[] | null

const isVisible = ({ shopId }: Owner, shopIds: Shops): boolean =>
  shopIds === null || (shopId !== null && shopIds.includes(shopId))

/** D-05: a key that is limited to shops does not learn who else has the file. */
export const visibleOwners = (owners: readonly Owner[], shopIds: Shops): Owner[] =>
  owners.filter((owner) => isVisible(owner, shopIds))

/** A file that belongs to nobody yet is everybody's: a client that uploads one attaches it next. */
export const canSee = (owners: readonly Owner[], shopIds: Shops): boolean =>
  owners.length === 0 || owners.some((owner) => isVisible(owner, shopIds))

/** A change would take the file from shops that the key does not see. */
export const canChange = (owners: readonly Owner[], shopIds: Shops): boolean =>
  owners.every((owner) => isVisible(owner, shopIds))

const LONGEST = 255

/** What the client calls the file, without the folders of its own disk; else a name of ours. */
export const filenameFor = (given: string | undefined, id: string): string => {
  const name = given?.split(/[\\/]/).at(-1)?.trim().slice(0, LONGEST)
  return name ? name : `file-${id.slice(0, 8)}`
}
