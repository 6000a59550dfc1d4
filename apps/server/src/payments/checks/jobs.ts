import Type from 'typebox'
import { defineJob } from '../../lib/queue/jobs.ts'

export const PURGE_CHECKS = defineJob({ name: 'payments.purge', payload: Type.Object({}), every: '41 3 * * *' })
