import type { en } from '../en/index.ts'
import { admin } from './admin.ts'
import { calls } from './calls.ts'
import { chats } from './chats.ts'
import { common } from './common.ts'
import { crm } from './crm.ts'
import { invoices } from './invoices.ts'
import { modules } from './modules.ts'
import { shell } from './shell.ts'

export const ru: typeof en = { ...shell, ...common, ...crm, ...calls, ...chats, ...invoices, ...modules, ...admin }
