import type { Scenario } from './scenario.ts'
export const ssrf: Scenario = async () => {
  throw new Error('todo')
}
