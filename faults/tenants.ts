import type { Scenario } from './scenario.ts'
export const tenants: Scenario = async () => {
  throw new Error('todo')
}
