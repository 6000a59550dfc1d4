import type { traffic as English } from '../en/traffic.ts'
import { plural } from '../plural.ts'

const count = plural('es')

export const traffic: typeof English = {
  title: 'Tráfico',
  about: 'Peticiones hacia y desde los módulos en los últimos 30 días. Los secretos y los teléfonos están ocultos.',
  emptyTitle: 'Aún no hay tráfico',
  emptyWhat: 'Aquí aparecen las peticiones de los módulos y hacia los módulos, con sus respuestas.',
  unlogged: (requests, limit) =>
    `El registro ha alcanzado su límite diario de ${limit}. Hoy ${count(requests, { one: 'petición posterior se ha contado', other: 'peticiones posteriores se han contado' })} sin registrarse.`,
  standsFor: (requests) =>
    `Una de ${count(requests, { one: 'petición rechazada', other: 'peticiones rechazadas similares' })}`,
  module: 'Módulo',
  everyModule: 'Todos los módulos',
  onlyFailed: 'Solo fallidas',
  in: 'entrante',
  out: 'saliente',
  fromModule: 'desde el módulo',
  toModule: 'hacia el módulo',
  when: 'Hora',
  request: 'Petición',
  answer: 'Respuesta',
  duration: 'Duración',
  result: 'Resultado',
  noBody: 'Cuerpo vacío',
  noAnswer: 'No se recibió respuesta',
  exchange: 'Petición y respuesta',
  copyBoth: 'Copiar ambas',
  copyTest: 'Copiar como prueba que falla',
  link: 'Copiar enlace para compañeros',
  ledTo: 'Resultado en',
  subjects: { call: 'Llamada', invoice: 'Solicitud de pago', message: 'Mensaje' },
  requestId: 'ID de la petición',
  onWire: 'En la red',
  onWireWhat:
    'Para comprobar una firma. El resumen es de los bytes originales; los valores secretos de las cabeceras están ocultos.',
  digest: (bytes, sha256) => `SHA-256 ${sha256}, de ${bytes} bytes`,
  resend: 'Reenviar',
  resent: 'Reenviada. El resultado es una entrada nueva',
  notResendable: {
    incoming: 'Solo el módulo puede repetir su propia petición.',
    'rings-twice': 'No se reenvía: el teléfono sonaría dos veces. Inicie una llamada nueva.',
    'play-again': 'No se reenvía: reproduzca la grabación para pedirla otra vez.',
    'webhook-log': 'Los webhooks se reenvían desde el registro de webhooks del módulo.',
    'by-hand': 'No se reenvía: repita el paso que la causó.',
    old: 'No se reenvía: una versión anterior la registró sin su finalidad.',
  },
}
