import type { notifications as English } from '../en/notifications.ts'
import { plural } from '../plural.ts'

const count = plural('ru')

export const notifications: typeof English = {
  title: 'Уведомления',
  words: {
    titles: {
      call: 'Входящий звонок',
      'missed-call': 'Пропущенный звонок',
      'chat-waits': 'Клиент ждёт ответа',
      'payment-paid': 'Оплата получена',
      'payment-held': 'Холд ожидает подтверждения',
      'payment-needs-person': 'Оплата требует вашего решения',
      'task-assigned': 'Вам назначена задача',
      'task-due': 'Срок задачи наступил',
    },
    messages: (from, number) =>
      number === 1
        ? from
        : `${from} · ${count(number, { one: 'сообщение', few: 'сообщения', many: 'сообщений', other: 'сообщения' })}`,
    waits: (from, minutes) =>
      `${from} · ${count(minutes, { one: 'минута', few: 'минуты', many: 'минут', other: 'минуты' })}`,
    attachment: 'Отправил(а) вложение',
    order: (number) => `Заказ ${number}`,
    callBack: (phone) => `Перезвонить ${phone}`,
    holdExpires: (order) => `Подтвердите или отмените оплату заказа ${order}`,
    awaitAnswer: {
      'payment-link': (customer) => `Напомните клиенту о ссылке на оплату: ${customer}`,
      proposal: (customer) => `Напомните клиенту о предложении: ${customer}`,
    },
  },
  markAllRead: 'Прочитать все',
  settings: 'Настройки уведомлений',
  today: 'Сегодня',
  yesterday: 'Вчера',
  unread: 'Не прочитано',
  more: 'Показать более ранние',
  emptyTitle: 'Новых уведомлений нет',
  emptyWhat: 'Здесь появляются ваши звонки, сообщения, оплаты и задачи. Они хранятся 30 дней.',
}
