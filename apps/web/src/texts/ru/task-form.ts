import type { taskForm as English } from '../en/task-form.ts'

export const taskForm: typeof English = {
  new: 'Новая задача',
  edit: 'Изменить задачу',
  editOf: (text) => `Изменить: ${text}`,
  text: 'Что нужно сделать?',
  commentary: 'Подробности',
  due: 'Срок',
  assignee: 'Исполнитель',
  repeat: 'Повтор',
  never: 'Не повторяется',
  repeats: { daily: 'Каждый день', weekly: 'Каждую неделю', monthly: 'Каждый месяц' },
  repeatWhat: 'После выполнения создаётся следующая, на то же время.',
  needsDue: 'Сначала укажите срок',
  create: 'Создать задачу',
  save: 'Сохранить',
  created: 'Задача создана',
  saved: 'Задача сохранена',
  team: 'Команда',
  overdue: 'Просроченные',
  from: { chat: 'Чат', call: 'Звонок' },
}
