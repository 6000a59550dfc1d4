import type { LiveKeys } from '../../../lib/live-keys.ts'

/** Whether calls can be made from the page at all. */
export const clickToCallKeys: LiveKeys = { 'module-changed': () => [['telephony']] }
