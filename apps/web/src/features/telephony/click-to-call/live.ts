import type { LiveKeys } from '../../../lib/live-keys.ts'

/** A changed module may add or remove the call icon. */
export const clickToCallKeys: LiveKeys = { 'module-changed': () => [['telephony']] }
