import type { home as English } from '../en/home.ts'
import { plural } from '../plural.ts'

const count = plural('es')

export const home: typeof English = {
  about: 'Lo que requiere atención ahora, quién está y las últimas dos semanas.',
  missed: {
    title: 'Llamadas perdidas por devolver',
    empty: 'No hay llamadas por devolver',
    all: 'Todas las llamadas perdidas',
    called: 'Llamó hace',
    due: (distance: string, isLate: boolean) => (isLate ? `Venció ${distance}` : `Vence ${distance}`),
  },
  chats: {
    title: 'Chats que esperan respuesta',
    empty: 'Ningún chat espera respuesta',
    all: 'Todos los chats',
    waits: 'Espera desde hace',
    noReply: 'No necesita respuesta',
  },
  holds: {
    title: 'Retenciones que caducan en 24 horas',
    empty: 'Ninguna retención caduca en 24 horas',
    amount: (amount: string) => `${amount} retenidos: apruebe o cancele`,
    expires: (distance: string, isLate: boolean) => (isLate ? `Caducó ${distance}` : `Caduca ${distance}`),
  },
  operations: {
    title: 'Pagos que requieren una decisión',
    empty: 'Ningún pago requiere una decisión',
    what: 'Resultado desconocido. Consulte al proveedor de pagos y registre el resultado',
    since: 'Desde hace',
    kinds: {
      create: (amount: string) => `Solicitud de pago de ${amount}`,
      approve: (amount: string) => `Aprobación de ${amount}`,
      cancel: (amount: string) => `Cancelación de ${amount}`,
      refund: (amount: string) => `Reembolso de ${amount}`,
    },
  },
  tasks: { title: 'Tareas para hoy', empty: 'No hay tareas para hoy', all: 'Todas las tareas' },
  team: {
    title: 'Equipo',
    offline: 'Sin conexión',
    since: 'desde hace',
    more: (number: number) => `Mostrar ${number} más`,
  },
  charts: {
    calls: 'Llamadas entrantes',
    payments: 'Pagado',
    noPayments: 'Sin pagos en los últimos 14 días',
    period: 'últimos 14 días',
    day: 'Día',
  },
  setup: {
    title: 'Configure su cuenta',
    progress: (done: number, all: number) => `${done} de ${count(all, { one: 'paso', other: 'pasos' })}`,
    done: 'Completado:',
    hide: 'Ocultar',
    show: 'Mostrar la lista de configuración',
    areas: { telephony: 'Su primera llamada', payments: 'Su primer pago', chats: 'Su primer mensaje' },
    steps: {
      'telephony-key': ['Cree una clave de API para su centralita', 'O conecte un módulo en un paso.'],
      'telephony-module': [
        'Conecte la centralita',
        'Introduzca la clave y esta dirección en la centralita. Se registrará sola.',
      ],
      extensions: ['Asigne extensiones a su equipo', 'Así cada gestor verá las llamadas que le suenan.'],
      'external-numbers': [
        'Asigne sus números a las tiendas',
        'Así una llamada mostrará a qué tienda marcó el cliente.',
      ],
      'first-call': ['Reciba la primera llamada', 'Marque uno de sus números. La llamada aparecerá aquí.'],
      'payment-key': ['Cree una clave de API para su proveedor de pagos', 'O conecte un módulo en un paso.'],
      'payment-module': [
        'Conecte el proveedor de pagos',
        'Introduzca la clave y esta dirección en el módulo. Se registrará solo.',
      ],
      'payment-shops': [
        'Configure el módulo y sus tiendas',
        'Abra la página de cuenta del módulo y active una tienda.',
      ],
      'payment-type': ['Vincule un tipo de pago a una tienda', 'Podrá emitir solicitudes de pago de ese tipo.'],
      'first-invoice': ['Emita la primera solicitud de pago', 'Abra un pedido, añada un pago y emita la solicitud.'],
      'first-payment': ['Reciba el primer pago', 'Envíe el enlace de pago al cliente.'],
      'transport-key': ['Cree una clave de API para su mensajería', 'O conecte un módulo en un paso.'],
      'transport-module': [
        'Conecte la mensajería',
        'Introduzca la clave y esta dirección en el módulo. Se registrará solo.',
      ],
      channel: ['Añada un canal', 'El módulo añade uno por cada cuenta de mensajería.'],
      'first-message': ['Reciba el primer mensaje', 'Escriba a su canal. La conversación aparecerá en Chats.'],
    },
  },
}
