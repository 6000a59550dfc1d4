import { type Client, systemTime } from '@patchbay/sdk/client'
import type { MakeCall } from '@patchbay/sdk/shapes'

/** Here your exchange rings, and two people talk. */
const talk = async (): Promise<number> => 0

/** The events and the record carry the same id: without it a repeat would be a second call. */
export const placeCall = async (client: Client, { phone, code, externalPhone }: MakeCall): Promise<void> => {
  const callExternalId = crypto.randomUUID()
  const begun = new Date()
  const line = { phone, ...(externalPhone !== undefined && { externalPhone }) }
  const event = { ...line, codes: [code], callExternalId }
  await client.callEvent({ ...event, type: 'out' })
  const duration = await talk()
  const isAnswered = duration > 0
  await client.callEvent({ ...event, type: 'hangup', hangupStatus: isAnswered ? 'answered' : 'no answered' })
  const date = systemTime(begun, await client.timeZone())
  const result = isAnswered ? 'answered' : 'no answer'
  await client.uploadCalls([{ ...line, date, type: 'out', code, externalId: callExternalId, result, duration }])
}
