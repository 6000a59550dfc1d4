import { DEMO_PEOPLE } from '@patchbay/testkit/fixtures'
import type { Person, Rig } from './rig.ts'

/** Extensions of the managers in a telephony module that is registered. */
export const assignExtensions = async (
  rig: Pick<Rig, 'api' | 'wire'>,
  module: string,
  codes: Partial<Record<Person, string>>,
): Promise<void> => {
  const { users } = (await rig.api.get('/api/v5/users')).body as { users: { id: number; firstName: string }[] }
  const additionalCodes = Object.entries(codes).map(([person, code]) => {
    const { firstName } = DEMO_PEOPLE[person as Person]
    return { userId: users.find((user) => user.firstName === firstName)?.id, code }
  })
  const ada = await rig.wire('ada')
  const reply = await ada.postJson(`/workspace/modules/${module}/telephony`, { additionalCodes, externalPhones: [] })
  if (reply.status !== 200) throw new Error(reply.text)
}
