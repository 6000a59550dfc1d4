import type { Texts } from '../catalogue.ts'
import { admin } from './admin.ts'
import { calls } from './calls.ts'
import { common } from './common.ts'
import { crm } from './crm.ts'
import { modules } from './modules.ts'
import { shell } from './shell.ts'

export const es: Texts = { ...shell, ...common, ...crm, ...calls, ...modules, ...admin }
