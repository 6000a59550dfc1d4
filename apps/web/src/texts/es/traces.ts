import type { traces as english, Told } from '../en/traces.ts'

const kinds: Record<string, string> = {
  create: 'la solicitud de pago',
  approve: 'la aprobación',
  cancel: 'la cancelación',
  refund: 'el reembolso',
}
const kindOf = ({ values }: Told) => kinds[String(values.kind)] ?? String(values.kind)
const sumOf = ({ values }: Told) => (values.amount === undefined ? '' : ` de ${values.amount} ${values.currency}`)
const events: Record<string, string> = {
  in: 'una llamada entrante',
  out: 'una llamada saliente',
  hangup: 'el fin de la llamada',
}

export const traces: typeof english = {
  titles: { call: 'Traza de la llamada', invoice: 'Traza de la solicitud de pago', message: 'Traza del mensaje' },
  abouts: {
    call: 'Por qué apareció o no la ficha de llamada: cada evento de la centralita, paso a paso, hasta el navegador.',
    invoice: 'Cómo llegó la solicitud de pago a su estado: quién pidió qué y qué respondió el módulo.',
    message: 'La entrega del mensaje y de sus reacciones, aquí y en el servicio de mensajería.',
  },
  openCustomer: 'Abrir cliente',
  openOrder: 'Abrir pedido',
  openChat: 'Abrir conversación',
  exchange: 'Petición y respuesta',
  took: (ms) => `${ms} ms`,
  emptyTitle: 'No hay pasos registrados',
  emptyWhat: 'Los pasos de llamadas, solicitudes de pago y mensajes antiguos se eliminan pasado un tiempo.',
  steps: {
    'request.in': ({ values }) => `El módulo envió ${values.method} ${values.path}`,
    'request.out': ({ values }) => `Enviamos ${values.method} ${values.path}`,
    'event.received': ({ values }) => `La centralita comunicó ${events[String(values.says)] ?? values.says}`,
    'event.module': () => 'Módulo identificado',
    'event.number': ({ ok }) => (ok ? 'Número de teléfono reconocido' : 'No es un número de teléfono válido'),
    'event.customers': ({ ok }) => (ok ? 'Clientes encontrados por el número' : 'Ningún cliente tiene este número'),
    'event.extensions': ({ ok, who }) =>
      ok ? `Extensiones asignadas a: ${who}` : `Hay extensiones sin asignar: ${who || 'el evento no trae ninguna'}`,
    'event.online': ({ ok, who }) =>
      ok ? 'Todos han iniciado sesión' : `Sin sesión iniciada: ${who || 'presencia desconocida'}`,
    'event.call': () => 'Llamada guardada',
    'event.card': ({ ok, who }) =>
      ok ? `Ficha de llamada para ${who}` : 'No hay nadie a quien mostrar la ficha de llamada',
    'card.sent': ({ who }) => `Ficha de llamada enviada al navegador de ${who}`,
    'card.shown': ({ who }) => `Ficha de llamada mostrada en el navegador de ${who}`,
    'card.unseen': ({ who }) => `Ningún navegador de ${who} confirmó haber mostrado la ficha de llamada`,
    'card.closed': ({ who, values }) => `Ficha de llamada de ${who} cerrada: ${values.because}`,
    'call.uploaded': () =>
      'La llamada llegó con el historial. No se comunicó ningún evento, por lo que no apareció la ficha de llamada',
    'invoice.issued': (told) => `Solicitud de pago${sumOf(told)} emitida`,
    'operation.requested': (told) =>
      `${told.who || told.values.by || 'Alguien'} solicitó ${kindOf(told)}${sumOf(told)}`,
    'operation.sent': (told) => `A la espera de la respuesta a ${kindOf(told)}`,
    'operation.unknown': (told) => `Resultado aún desconocido: ${kindOf(told)}`,
    'operation.accepted': (told) => `El módulo aceptó ${kindOf(told)}; en curso`,
    'operation.confirmed': (told) => `El módulo confirmó ${kindOf(told)}`,
    'operation.rejected': (told) => `El módulo rechazó ${kindOf(told)}`,
    'operation.superseded': (told) => `El informe del módulo completó ${kindOf(told)}`,
    'operation.needs_human': (told) => `Un administrador debe comprobar el resultado: ${kindOf(told)}`,
    'check.passed': () => 'Comprobación previa al cobro superada',
    'check.refused': () => 'Comprobación previa al cobro no superada',
    report: ({ values }) => (values.status ? `El módulo comunicó: ${values.status}` : 'El módulo envió un informe'),
    moved: ({ values }) => `Estado de la solicitud de pago: ${values.to}`,
    disagreed: ({ values }) => `El informe no coincide con la solicitud de pago (${values.kind}); véase Discrepancias`,
    'message.received': () => 'Mensaje recibido del servicio de mensajería',
    'message.written': ({ who }) => `${who || 'Alguien'} escribió el mensaje`,
    'reaction.ofUser': ({ who, values }) => `${who} reaccionó con ${values.emoji}`,
    'reaction.ofClient': ({ values }) => `El cliente reaccionó con ${values.emoji}`,
    'webhook.queued': ({ values }) =>
      `Webhook en cola: ${[values.type, values.old, values.old && values.emoji && '→', values.emoji].filter(Boolean).join(' ')}`,
    'webhook.tried': ({ ok }) => (ok ? 'Webhook aceptado por el módulo' : 'Webhook no aceptado por el módulo'),
    'webhook.delivered': ({ values }) => `${values.type}: entregado`,
    'webhook.failed': ({ values }) =>
      `${values.type}: fallaron todos los intentos. Puede reenviarlo desde la página del módulo`,
  },
}
