import { admin } from './admin.ts'
import { common } from './common.ts'
import { modules } from './modules.ts'
import { shell } from './shell.ts'

export const en = { ...shell, ...common, ...modules, ...admin }
