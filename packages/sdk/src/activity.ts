import { jsonResponse } from './request.ts'
import type { RequestHandlerOptions, Route } from './request-handler.ts'
import { readObject, readText } from './validation.ts'

/** The module was switched on or off, frozen, or the account has a new address. */
export type Activity = { active: boolean; freeze: boolean; systemUrl: string }

export type ActivityOptions = RequestHandlerOptions & {
  activity?: (activity: Activity, context: { clientId: string }) => void | Promise<void>
}

/** Every kind of module has this callback. */
export const activityRoute = (options: ActivityOptions, path: string): Route => ({
  method: 'POST',
  path,
  runOnce: true,
  handle: async ({ clientId, parameters }) => {
    const state = readObject<Activity>(parameters, 'activity', { active: 'flag', freeze: 'flag' })
    const systemUrl = readText(parameters, 'systemUrl')
    await options.activity?.({ active: state.active, freeze: state.freeze, systemUrl }, { clientId })
    return jsonResponse(200, { success: true })
  },
})
