import type { traces as english, StepValues } from '../en/traces.ts'

const kinds: Record<string, string> = {
  create: 'la solicitud de pago',
  approve: 'la aprobación',
  cancel: 'la cancelación',
  refund: 'el reembolso',
}
const kindOf = ({ values }: StepValues) => kinds[String(values.kind)] ?? String(values.kind)
const sumOf = ({ values }: StepValues) => (values.amount === undefined ? '' : ` de ${values.amount} ${values.currency}`)
const events: Record<string, string> = {
  in: 'una llamada entrante',
  out: 'una llamada saliente',
  answer: 'que se contestó la llamada',
  hangup: 'el fin de la llamada',
}

const resolvedBy: Record<string, string> = {
  'client-id': 'por clientId',
  'api-key': 'por su clave de API',
  extension: 'por la extensión',
  'only-module': 'el único módulo de telefonía',
}
const matchedBy: Record<string, string> = {
  e164: 'número completo',
  tail: 'últimas cifras',
}
const outcomes: Record<string, string> = {
  rings: 'sonando',
  forwarded: 'transferida a otra persona',
  answered: 'contestada',
  ended: 'finalizada',
  'ended-before': 'ya había finalizado',
  'start-added': 'ya había finalizado; se añadió el inicio',
  'recorded-before': 'ya está en el historial',
  lost: 'estado desconocido',
}
const results: Record<string, string> = {
  answered: 'contestada',
  'no answer': 'sin respuesta',
  busy: 'ocupado',
  failed: 'fallida',
  'not allowed': 'no permitida',
  unknown: 'resultado desconocido',
}
const closed: Record<string, string> = {
  'answered elsewhere': 'contestada en otro lugar',
  'moved on': 'transferida',
  ended: 'llamada finalizada',
  lost: 'estado de la llamada desconocido',
}
const textOf = (texts: Record<string, string>, code: string | number | undefined) => texts[String(code)] ?? code
const joined = (...parts: (string | number | undefined | false)[]) => parts.filter(Boolean).join(', ')

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
  verdict: 'Resultado',
  verdicts: {
    'call.shown': ({ who }) => `Ficha de llamada mostrada a ${who}`,
    'call.offline': ({ who, several }) => `Sin ficha: ${who} no ${several ? 'tenían' : 'tenía'} la sesión iniciada`,
    'call.unconfirmed': ({ who }) => `Sin ficha: el navegador de ${who} no la mostró`,
    'call.unassigned': ({ who }) => `Sin ficha: nadie tiene la extensión ${who}`,
    'call.nobody-named': () => 'Sin ficha: la centralita no indicó ninguna extensión ni usuario',
    'call.only-hangup': () => 'Sin ficha: la centralita comunicó solo el fin de la llamada',
    'call.too-late': () => 'Sin ficha: la llamada ya había terminado cuando se comunicó su inicio',
    'call.uploaded': () => 'Sin ficha: la centralita no comunicó ningún evento, solo la llamada finalizada',
    'invoice.status': (verdict) => `${verdict.values.status}: solicitud de pago${sumOf(verdict)}`,
    'invoice.not-issued': ({ values }) => joined('Solicitud de pago no emitida', values.said),
    'invoice.discrepancies': ({ values }) => `Informes que no coinciden con la solicitud de pago: ${values.count}`,
    'operation.unknown': (verdict) => `Resultado desconocido: ${kindOf(verdict)}. No la repita`,
    'operation.in-progress': (verdict) => `En curso: ${kindOf(verdict)}`,
    'operation.rejected': (verdict) => joined(`El módulo rechazó ${kindOf(verdict)}`, verdict.values.said),
    'message.received': () => 'Mensaje recibido del cliente',
    'message.sending': () => 'Mensaje aún no entregado',
    'message.sent': () => 'Mensaje entregado al servicio de mensajería',
    'message.seen': () => 'Mensaje leído por el cliente',
    'message.failed': ({ values }) => joined('Mensaje no entregado', values.said),
    'webhooks.failed': ({ values }) => `Webhooks que fallaron tras todos los intentos: ${values.count}`,
    'webhooks.pending': ({ values }) => `Webhooks a la espera del próximo intento: ${values.count}`,
  },
  details: {
    'event.module': ({ values }) => joined(values.module, textOf(resolvedBy, values.by)),
    'event.number': ({ values }) => joined(values.key),
    'event.customers': ({ values }) => joined(values.count, textOf(matchedBy, values.by)),
    'event.call': ({ values }) =>
      values.outcome &&
      joined(
        values.call ? `llamada ${values.call}` : 'llamada nueva',
        textOf(outcomes, values.outcome),
        textOf(results, values.result),
      ),
    'event.card': ({ ok, values }) => (ok ? undefined : textOf(outcomes, values.outcome)),
  },
  steps: {
    'request.in': ({ values }) => `El módulo envió ${values.method} ${values.path}`,
    'request.out': ({ values }) => `Enviamos ${values.method} ${values.path}`,
    'event.received': ({ values }) => `La centralita comunicó ${textOf(events, values.type)}`,
    'event.module': () => 'Módulo identificado',
    'event.number': ({ ok }) => (ok ? 'Número de teléfono reconocido' : 'No es un número de teléfono válido'),
    'event.customers': ({ ok }) => (ok ? 'Clientes encontrados por el número' : 'Ningún cliente tiene este número'),
    'event.extensions': ({ ok, who }) =>
      ok ? `Extensiones asignadas a: ${who}` : `Hay extensiones sin asignar: ${who || 'el evento no trae ninguna'}`,
    'event.online': ({ ok, who }) =>
      ok ? 'Todos han iniciado sesión' : `Sin sesión iniciada: ${who || 'presencia desconocida'}`,
    'event.call': () => 'Llamada guardada',
    'event.card': ({ ok, who }) =>
      ok ? `Ficha de llamada dirigida a ${who}` : 'No hay nadie a quien mostrar la ficha de llamada',
    'card.sent': ({ who }) => `Ficha de llamada preparada para ${who}`,
    'card.shown': ({ who }) => `Ficha de llamada mostrada en el navegador de ${who}`,
    'card.unseen': ({ who }) => `Ningún navegador de ${who} confirmó haber mostrado la ficha de llamada`,
    'card.closed': ({ who, values }) => `Ficha de llamada de ${who} cerrada: ${textOf(closed, values.because)}`,
    'call.uploaded': () => 'La llamada llegó con el historial',
    'invoice.issued': (step) => `Solicitud de pago${sumOf(step)} emitida`,
    'operation.requested': (step) => `${step.who || step.values.by || 'Alguien'} pidió ${kindOf(step)}${sumOf(step)}`,
    'operation.sent': (step) => `A la espera de la respuesta a ${kindOf(step)}`,
    'operation.unknown': (step) => `Resultado aún desconocido: ${kindOf(step)}`,
    'operation.accepted': (step) => `El módulo aceptó ${kindOf(step)}; en curso`,
    'operation.confirmed': (step) => `El módulo confirmó ${kindOf(step)}`,
    'operation.rejected': (step) => `El módulo rechazó ${kindOf(step)}`,
    'operation.superseded': (step) => `El informe del módulo completó ${kindOf(step)}`,
    'operation.needs_human': (step) => `Un administrador debe comprobar el resultado: ${kindOf(step)}`,
    'check.passed': () => 'Comprobación previa al cobro superada',
    'check.refused': () => 'Comprobación previa al cobro no superada',
    report: ({ values }) => (values.status ? `El módulo comunicó: ${values.status}` : 'El módulo envió un informe'),
    moved: ({ values }) => `Estado de la solicitud de pago: ${values.to}`,
    disagreed: ({ values }) => `${values.kind}. Véase Discrepancias`,
    'routing.call': ({ who }) => (who ? `Elección del enrutador: ${who}` : 'Elección del enrutador: nadie'),
    'routing.assigned': ({ who }) => `Asignado a ${who}`,
    'routing.waits': () => 'No hay quien pueda atender el chat ahora: queda en espera',
    'routing.reassigned': ({ who }) => `Espera demasiado larga, reasignado a ${who}`,
    'routing.leads-notified': () => 'Espera demasiado larga, se avisó a los jefes de equipo',
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
