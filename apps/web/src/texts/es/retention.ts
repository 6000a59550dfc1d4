import type { retention as English } from '../en/retention.ts'
import { plural } from '../plural.ts'

const count = plural('es')

export const retention: typeof English = {
  title: 'Cuánto tiempo se conservan los datos',
  about:
    'Los datos más antiguos se eliminan definitivamente, poco a poco cada hora. Los pedidos, las solicitudes de pago y su historial se conservan siempre.',
  forever: 'Siempre',
  days: (days) => count(days, { one: 'día', other: 'días' }),
  years: (years) => count(years, { one: 'año', other: 'años' }),
  held: (because, since) =>
    `Retención legal desde el ${since} (${because}): no se elimina nada. Solo el operador de esta instalación puede levantarla.`,
  deletedTo: (date) => `Eliminado hasta el ${date}.`,
  ask: '¿Eliminar los datos antiguos?',
  before: (what, date) => `Antes del ${date}: ${what}`,
  more: (what) => `más de ${what}`,
  cannotUndo: 'No se puede deshacer.',
  confirm: 'Guardar y eliminar',
  kinds: {
    calls: {
      name: 'Llamadas',
      what: 'Se eliminan con sus eventos, notas y transcripciones. Las grabaciones están en la centralita y siguen sus propios ajustes. Los informes conservan sus cifras, y la cronología del cliente sus entradas.',
      goes: (rows) => count(rows, { one: 'llamada', other: 'llamadas' }),
    },
    messages: {
      name: 'Mensajes',
      what: 'Se eliminan con sus archivos y reacciones. Una conversación se elimina si no ha pasado nada en ella desde entonces. Los informes conservan sus cifras.',
      goes: (rows) => count(rows, { one: 'mensaje', other: 'mensajes' }),
    },
    timeline: {
      name: 'Cronología',
      what: 'Lo ocurrido con clientes y pedidos. Los clientes y los pedidos se conservan.',
      goes: (rows) => count(rows, { one: 'entrada de la cronología', other: 'entradas de la cronología' }),
    },
    'action-log': {
      name: 'Registro de acciones',
      what: 'Quién hizo qué en esta cuenta. Se conserva al menos un año.',
      goes: (rows) =>
        count(rows, { one: 'entrada del registro de acciones', other: 'entradas del registro de acciones' }),
    },
    traffic: {
      name: 'Registro de solicitudes',
      what: 'Solicitudes de los módulos y hacia ellos, con sus respuestas.',
      goes: (rows) => count(rows, { one: 'solicitud', other: 'solicitudes' }),
    },
    webhooks: {
      name: 'Eventos webhook',
      what: 'Eventos para los módulos de chat y los intentos de entregarlos. Un módulo no puede volver a pedir los más antiguos.',
      goes: (rows) => count(rows, { one: 'evento', other: 'eventos' }),
    },
    'payment-reports': {
      name: 'Informes de pago',
      what: 'Informes de los módulos de pago tal como se recibieron. Sus resultados se conservan con la solicitud de pago. Se conservan al menos dos años.',
      goes: (rows) => count(rows, { one: 'informe', other: 'informes' }),
    },
  },
}
