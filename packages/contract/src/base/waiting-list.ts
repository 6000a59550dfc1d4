import Type, { type TSchema } from 'typebox'
import { MOST_COUNTED } from './constants.ts'

/** What waits for somebody: the most urgent first, a few of them, and how many there are. */
export const WaitingList = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    count: Type.Integer({ description: `Counted up to ${MOST_COUNTED}: that many or more` }),
  })
