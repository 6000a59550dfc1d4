import type { traces as english, Told } from '../en/traces.ts'

const kinds: Record<string, string> = {
  create: 'la emisión',
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
  titles: { call: 'Rastro de la llamada', invoice: 'Rastro de la factura', message: 'Rastro del mensaje' },
  abouts: {
    call: 'Por qué apareció o no una ficha: por dónde pasó cada evento de la centralita, hasta el navegador.',
    invoice: 'Cómo llegó la factura a su estado: quién pidió qué, qué se preguntó al módulo y qué respondió.',
    message: 'Qué fue del mensaje y de sus reacciones, aquí y en la mensajería.',
  },
  openCustomer: 'Abrir el cliente',
  openOrder: 'Abrir el pedido',
  openChat: 'Abrir la conversación',
  exchange: 'Petición y respuesta',
  took: (ms) => `${ms} ms`,
  emptyTitle: 'No se anotó nada',
  emptyWhat: 'Los pasos de llamadas, facturas y mensajes antiguos se borran pasado un tiempo.',
  steps: {
    'request.in': ({ values }) => `El módulo envió ${values.method} ${values.path}`,
    'request.out': ({ values }) => `Enviamos ${values.method} ${values.path}`,
    'event.received': ({ values }) => `La centralita comunicó ${events[String(values.says)] ?? values.says}`,
    'event.module': () => 'Se reconoció el módulo',
    'event.number': ({ ok }) => (ok ? 'Se leyó el número' : 'El número no se pudo leer como teléfono'),
    'event.customers': ({ ok }) => (ok ? 'Se encontraron clientes por el número' : 'Ningún cliente tiene este número'),
    'event.extensions': ({ ok, who }) =>
      ok ? `Las extensiones son de: ${who}` : `No toda extensión es de alguien: ${who || 'no se nombró ninguna'}`,
    'event.online': ({ ok, who }) =>
      ok ? 'Todos los nombrados han iniciado sesión' : `Sin sesión iniciada: ${who || 'no se pudo averiguar'}`,
    'event.call': () => 'Se guardó la llamada',
    'event.card': ({ ok, who }) => (ok ? `La ficha es para ${who}` : 'No hay a quién mostrar una ficha'),
    'card.sent': ({ who }) => `La ficha se envió al navegador de ${who}`,
    'card.shown': ({ who }) => `El navegador de ${who} mostró la ficha`,
    'card.unseen': ({ who }) => `Ningún navegador de ${who} ha dicho que mostró la ficha`,
    'card.closed': ({ who, values }) => `Se retiró la ficha de ${who}: ${values.because}`,
    'call.uploaded': () =>
      'La llamada llegó con el historial subido: no se comunicó ningún evento, así que no pudo aparecer una ficha',
    'invoice.issued': (told) => `Se emitió una factura${sumOf(told)}`,
    'operation.requested': (told) => `${told.who || told.values.by || 'Alguien'} pidió ${kindOf(told)}${sumOf(told)}`,
    'operation.sent': (told) => `Se espera la respuesta a ${kindOf(told)}`,
    'operation.unknown': (told) => `Aún no se sabe qué fue de ${kindOf(told)}`,
    'operation.accepted': (told) => `El módulo se encarga de ${kindOf(told)}; está en curso`,
    'operation.confirmed': (told) => `El módulo confirmó ${kindOf(told)}`,
    'operation.rejected': (told) => `El módulo rechazó ${kindOf(told)}`,
    'operation.superseded': (told) => `Lo que comunicó el módulo resolvió ${kindOf(told)}`,
    'operation.needs_human': (told) => `Una persona debe averiguar qué fue de ${kindOf(told)}`,
    'check.passed': () => 'La comprobación previa al cobro fue correcta',
    'check.refused': () => 'La comprobación previa al cobro fue rechazada',
    report: ({ values }) => (values.status ? `El módulo comunicó: ${values.status}` : 'El módulo comunicó'),
    moved: ({ values }) => `La factura ahora está: ${values.to}`,
    disagreed: ({ values }) => `Lo comunicado no encaja con la factura (${values.kind}); véase Discrepancias`,
    'message.received': () => 'El mensaje llegó de la mensajería',
    'message.written': ({ who }) => `${who || 'Alguien'} escribió el mensaje`,
    'reaction.ofUser': ({ who, values }) => `${who} reaccionó ${values.emoji}`,
    'reaction.ofClient': ({ values }) => `El cliente reaccionó ${values.emoji}`,
    'webhook.queued': ({ values }) =>
      `Hay que comunicar a la mensajería: ${[values.type, values.old, values.old && values.emoji && '→', values.emoji].filter(Boolean).join(' ')}`,
    'webhook.tried': ({ ok }) => (ok ? 'Se comunicó a la mensajería' : 'La mensajería no lo aceptó'),
    'webhook.delivered': ({ values }) => `${values.type} está entregado`,
    'webhook.failed': ({ values }) => `Se desistió de ${values.type}; se puede reenviar desde la página del módulo`,
  },
}
