import { expect, it } from 'vitest'
import { bodyOf, newTask, valuesOf } from './task-form.ts'

const ZONE = 'Europe/Madrid'

it('is assigned to its creator at first', () => {
  expect(newTask(7)).toEqual({ text: '', commentary: '', due: '', performer: '7', repeat: undefined })
})

it('shows and sends times in the account’s zone', () => {
  const task = {
    ...{
      id: 1,
      content: { kind: 'custom', text: 'Call' } as const,
      commentary: 'x',
      createdAt: '2026-11-01T00:00:00Z',
    },
    ...{ dueAt: '2026-11-30T13:05:00.000Z', performerId: 7, repeat: 'weekly' as const },
  }
  const values = valuesOf(task, ZONE)
  expect(values).toEqual({ text: 'Call', commentary: 'x', due: '2026-11-30T14:05', performer: '7', repeat: 'weekly' })
  expect(bodyOf(values, ZONE)).toEqual({
    ...{ commentary: 'x', dueAt: '2026-11-30T13:05:00.000Z', repeat: 'weekly', performerId: 7 },
  })
})

it('leaves out what is empty; without a due time nothing repeats', () => {
  expect(bodyOf({ ...newTask(7), performer: null, repeat: 'daily' }, ZONE)).toEqual({})
})
