import type { payments as English } from '../en/payments.ts'
import { plural } from '../plural.ts'

const count = plural('ru')

export const payments: typeof English = {
  fromReport: 'Счета, из которых складывается показатель отчёта',
  about: 'Счета всех заказов: чего ждёт каждый.',
  lists: {
    awaiting: 'Ждут оплаты',
    held: 'На холде',
    unknown: 'Результат неизвестен',
    'needs-person': 'Нужен человек',
    refunded: 'Возвращены',
    all: 'Все',
  },
  list: 'Состояние',
  search: 'Номер заказа или клиент',
  module: 'Модуль',
  anyModule: 'Все модули',
  least: 'Сумма от',
  most: 'Сумма до',
  order: 'Заказ',
  customer: 'Клиент',
  status: 'Статус',
  amount: 'Сумма',
  when: 'Создан',
  expires: (when) => `истекает ${when}`,
  expired: 'холд истёк',
  refunded: (amount) => `возвращено ${amount}`,
  operation: { approve: 'Подтверждение', cancel: 'Отмена', refund: 'Возврат', create: 'Счёт' },
  operationState: {
    requested: 'отправляется',
    sent: 'отправлено, не подтверждено',
    accepted: 'выполняется',
    unknown: 'результат неизвестен',
    needs_human: 'нужен человек',
  },
  invoices: (number) => count(number, { one: 'счёт', few: 'счёта', many: 'счетов', other: 'счёта' }),
  sums: 'Итого',
  partial: 'Итоги первых 50 000 счетов. Для точных итогов выберите более короткий период',
  emptyTitle: 'Платежей пока нет',
  emptyWhat: 'Счета появляются здесь, когда вы выставляете их в заказе.',
  history: 'История',
  openOrder: 'Открыть заказ',
}
