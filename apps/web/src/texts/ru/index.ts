import type { Texts } from '../catalogue.ts'
import { admin } from './admin.ts'
import { common } from './common.ts'
import { modules } from './modules.ts'
import { shell } from './shell.ts'

export const ru: Texts = { ...shell, ...common, ...modules, ...admin }
