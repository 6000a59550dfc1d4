import type { taskForm as English } from '../en/task-form.ts'

export const taskForm: typeof English = {
  new: 'Nueva tarea',
  edit: 'Editar tarea',
  editOf: (text) => `Editar: ${text}`,
  text: '¿Qué hay que hacer?',
  commentary: 'Detalles',
  due: 'Vence',
  assignee: 'Responsable',
  repeat: 'Repetir',
  never: 'No se repite',
  repeats: { daily: 'Cada día', weekly: 'Cada semana', monthly: 'Cada mes' },
  repeatWhat: 'Al completarla se crea la siguiente, a la misma hora.',
  needsDue: 'Elija primero cuándo vence',
  create: 'Crear tarea',
  save: 'Guardar',
  created: 'Tarea creada',
  saved: 'Tarea guardada',
  team: 'Equipo',
  overdue: 'Vencidas',
  from: { chat: 'Conversación', call: 'Llamada' },
}
