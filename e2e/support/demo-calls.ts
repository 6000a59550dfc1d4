// What modules and users add to the demo calls: a transcript, and a call that is logged by hand.
import { CUSTOMERS } from './demo.ts'
import type { Rig } from './rig.ts'

const TRANSCRIPT = [
  { start: 0, end: 3.1, speaker: 'manager', text: 'Good morning, Fern and Field' },
  { start: 3.6, end: 8.2, speaker: 'customer', text: 'Is the olive tree still there? The big one.' },
  { start: 8.5, end: 12, speaker: 'manager', text: 'It is. I can put it aside until Saturday.' },
]

/** A transcript of the first of these calls, and one call that Ada logs by hand; returns the ids of both. */
export const describeCalls = async (
  rig: Pick<Rig, 'api' | 'wire'>,
): Promise<{ logged: number; transcribed: number }> => {
  const transcript = { callExternalId: 'yesterday-0', segments: TRANSCRIPT }
  const uploaded = await rig.api.post('/api/v5/telephony/call/transcript', { transcript, clientId: 'fern-4711' })
  if (uploaded.status !== 200) throw new Error(uploaded.text)
  const ada = await rig.wire('ada')
  const [, , phone] = CUSTOMERS[0]
  const startedAt = new Date(Date.now() - 3 * 3_600_000).toISOString()
  const call = { direction: 'out', phone, startedAt, duration: 130, result: 'answered', note: 'Comes by on Saturday' }
  const logged = await ada.postJson('/workspace/logged-calls', { call })
  const { calls } = (await ada.get('/workspace/calls', { said: 'olive' })).body as { calls: { id: number }[] }
  return { logged: (logged.body as { id: number }).id, transcribed: calls[0]?.id ?? 0 }
}
