import type { DoorOptions, Route } from './door.ts'
import { jsonAnswer } from './request.ts'
import { readObject, readText } from './shape.ts'

/** The module was switched on or off, frozen, or the account has a new address. */
export type Activity = { active: boolean; freeze: boolean; systemUrl: string }

export type WithActivity = DoorOptions & {
  activity?: (activity: Activity, context: { clientId: string }) => void | Promise<void>
}

/** The address that every kind of module has. */
export const activityRoute = (options: WithActivity, path: string): Route => ({
  method: 'POST',
  path,
  effect: true,
  act: async ({ clientId, parameters }) => {
    const state = readObject<Activity>(parameters, 'activity', { active: 'flag', freeze: 'flag' })
    const systemUrl = readText(parameters, 'systemUrl')
    await options.activity?.({ active: state.active, freeze: state.freeze, systemUrl }, { clientId })
    return jsonAnswer(200, { success: true })
  },
})
