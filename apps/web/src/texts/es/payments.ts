import type { payments as English } from '../en/payments.ts'
import { plural } from '../plural.ts'

const count = plural('es')

export const payments: typeof English = {
  fromReport: 'Solicitudes de pago que cuenta una cifra del informe',
  about: 'Solicitudes de pago de todos los pedidos, según lo que esperan.',
  lists: {
    awaiting: 'Pendientes de pago',
    held: 'Retenidos',
    unknown: 'Resultado desconocido',
    'needs-person': 'Requieren atención',
    refunded: 'Reembolsados',
    all: 'Todos',
  },
  list: 'Estado',
  search: 'Número de pedido o cliente',
  module: 'Módulo',
  anyModule: 'Todos los módulos',
  least: 'Importe desde',
  most: 'Importe hasta',
  order: 'Pedido',
  customer: 'Cliente',
  status: 'Estado',
  amount: 'Importe',
  when: 'Creado',
  expires: (when) => `vence ${when}`,
  expired: 'la retención ha vencido',
  refunded: (amount) => `${amount} reembolsados`,
  operation: { approve: 'Aprobación', cancel: 'Cancelación', refund: 'Reembolso', create: 'Solicitud de pago' },
  operationState: {
    requested: 'enviándose',
    sent: 'enviada, sin confirmar',
    accepted: 'en curso',
    unknown: 'resultado desconocido',
    needs_human: 'requiere atención',
  },
  invoices: (number) => count(number, { one: 'solicitud', other: 'solicitudes' }),
  sums: 'Totales',
  partial: 'Totales de las primeras 50 000 solicitudes. Elija un período más corto para totales exactos',
  emptyTitle: 'Aún no hay pagos',
  emptyWhat: 'Las solicitudes de pago aparecen aquí cuando las emite en un pedido.',
  history: 'Historial',
  openOrder: 'Abrir pedido',
}
