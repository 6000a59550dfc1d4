import { SETUP_STEPS } from '@patchbay/contract/base/constants'
import type { Role } from '@patchbay/contract/base/roles'
import type { SetupStep } from '@patchbay/contract/integration-modules/workspace/setup-steps'

export type SetupArea = SetupStep['area']

/** What the database says. */
export type SetupFacts = {
  /** Codes of the connected modules; null: none. */
  modules: Record<SetupArea, string | null>
  /** An API key for a module of this kind exists. */
  keys: Record<SetupArea, boolean>
  done: Record<Exclude<SetupStep['code'], `${string}-key` | `${string}-module`>, boolean>
}

const AREAS = Object.keys(SETUP_STEPS) as SetupArea[]

/** What a manager does once an administrator has connected the module. */
const USES: readonly SetupStep['code'][] = ['first-call', 'first-invoice', 'first-payment', 'first-message']

/** Done on the page of the module, once there is one. */
const ON_MODULE_PAGE: readonly SetupStep['code'][] = ['extensions', 'external-numbers', 'payment-shops', 'channel']

const isDone = (code: SetupStep['code'], area: SetupArea, { modules, keys, done }: SetupFacts): boolean => {
  if (code in done) return done[code as keyof SetupFacts['done']]
  // A module that is connected in one step brings its key with it.
  return modules[area] !== null || (code.endsWith('-key') && keys[area])
}

const stepsOf = (area: SetupArea, facts: SetupFacts): SetupStep[] =>
  SETUP_STEPS[area].map((code) => {
    const moduleCode = ON_MODULE_PAGE.includes(code) ? facts.modules[area] : null
    return { code, area, done: isDone(code, area, facts), ...(moduleCode !== null && { moduleCode }) }
  })

/**
 * The integration orders of the specification (interface, section 1), and the same for chats. Administrators see all steps;
 * managers see what they can do in areas that are set up; nobody sees a list that is done.
 */
export const setupStepsFor = (role: Role, facts: SetupFacts): SetupStep[] => {
  if (role === 'read-only') return []
  const areas = AREAS.map((area) => stepsOf(area, facts))
  const seen = role === 'admin' ? areas.flat() : areas.filter(isSetUp).flatMap((steps) => steps.filter(isUse))
  return seen.every(({ done }) => done) ? [] : seen
}

const isUse = ({ code }: SetupStep): boolean => USES.includes(code)

const isSetUp = (steps: readonly SetupStep[]): boolean => steps.every((step) => step.done || isUse(step))
