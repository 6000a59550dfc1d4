import type { Address as WireAddress } from '@patchbay/contract/crm/addresses'
import { type Address, addressLine } from './rules.ts'

/** With the line, also where nobody wrote one. */
export const presentAddress = (address: Address): WireAddress => {
  const text = addressLine(address)
  return { ...address, ...(text !== '' && { text }) }
}
