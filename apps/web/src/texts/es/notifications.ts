import type { notifications as English } from '../en/notifications.ts'
import { plural } from '../plural.ts'

const count = plural('es')

export const notifications: typeof English = {
  title: 'Notificaciones',
  words: {
    titles: {
      call: 'Llamada entrante',
      'missed-call': 'Llamada perdida',
      'chat-waits': 'Un cliente está esperando',
      'payment-paid': 'Pago recibido',
      'payment-held': 'Pago retenido, pendiente de aprobación',
      'payment-needs-person': 'Un pago requiere su decisión',
      'task-assigned': 'Nueva tarea para usted',
      'task-due': 'Tarea para ahora',
    },
    messages: (from, number) =>
      number === 1 ? from : `${from} · ${count(number, { one: 'mensaje', other: 'mensajes' })}`,
    waits: (from, minutes) => `${from} · ${count(minutes, { one: 'minuto', other: 'minutos' })}`,
    attachment: 'Envió un archivo adjunto',
    order: (number) => `Pedido ${number}`,
    callBack: (phone) => `Devolver la llamada a ${phone}`,
    holdExpires: (order) => `Apruebe o cancele el pago del pedido ${order}`,
    awaitAnswer: {
      'payment-link': (customer) => `Pregunte de nuevo a ${customer} por el enlace de pago`,
      proposal: (customer) => `Pregunte de nuevo a ${customer} por la propuesta`,
    },
  },
  markAllRead: 'Marcar todo como leído',
  settings: 'Ajustes de notificaciones',
  today: 'Hoy',
  yesterday: 'Ayer',
  unread: 'No leída',
  more: 'Mostrar anteriores',
  emptyTitle: 'Todo al día',
  emptyWhat: 'Aquí aparecen las llamadas, mensajes, pagos y tareas que le conciernen. Se conservan 30 días.',
}
