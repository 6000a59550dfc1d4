import { useQuery } from '@tanstack/react-query'
import { customerCallsQuery } from '../calls/queries.ts'
import { Player } from './Player.tsx'

/** The recording of one of a customer's latest calls, where there is one that the reader may hear. */
export const Recording = ({ customerId, callId }: { customerId: number; callId: number }) => {
  const calls = useQuery(customerCallsQuery(customerId)).data?.calls
  return calls?.some(({ id, recording }) => id === callId && recording) ? <Player callId={callId} /> : null
}
