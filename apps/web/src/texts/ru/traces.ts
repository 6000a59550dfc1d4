import type { traces as english, Told } from '../en/traces.ts'

const kinds: Record<string, string> = {
  create: 'выставление',
  approve: 'подтверждение',
  cancel: 'отмену',
  refund: 'возврат',
}
const kindOf = ({ values }: Told) => kinds[String(values.kind)] ?? String(values.kind)
const sumOf = ({ values }: Told) => (values.amount === undefined ? '' : ` на ${values.amount} ${values.currency}`)
const events: Record<string, string> = { in: 'входящий звонок', out: 'исходящий звонок', hangup: 'конец звонка' }

export const traces: typeof english = {
  titles: { call: 'След звонка', invoice: 'След счёта', message: 'След сообщения' },
  abouts: {
    call: 'Почему карточка появилась или нет: что прошло каждое событие станции, вплоть до браузера.',
    invoice: 'Как счёт пришёл к своему состоянию: кто просил, о чём спросили модуль и что он ответил.',
    message: 'Что стало с сообщением и реакциями на него, здесь и в мессенджере.',
  },
  openCustomer: 'Открыть клиента',
  openOrder: 'Открыть заказ',
  openChat: 'Открыть переписку',
  exchange: 'Запрос и ответ',
  took: (ms) => `${ms} мс`,
  emptyTitle: 'Ничего не записано',
  emptyWhat: 'Шаги старых звонков, счетов и сообщений со временем удаляются.',
  steps: {
    'request.in': ({ values }) => `Модуль прислал ${values.method} ${values.path}`,
    'request.out': ({ values }) => `Мы отправили ${values.method} ${values.path}`,
    'event.received': ({ values }) => `Станция сообщила: ${events[String(values.says)] ?? values.says}`,
    'event.module': () => 'Модуль распознан',
    'event.number': ({ ok }) => (ok ? 'Номер прочитан' : 'Номер не удалось прочитать как телефон'),
    'event.customers': ({ ok }) => (ok ? 'По номеру найдены клиенты' : 'Ни у кого из клиентов нет этого номера'),
    'event.extensions': ({ ok, who }) =>
      ok ? `Добавочные принадлежат: ${who}` : `Не у каждого добавочного есть владелец: ${who || 'не назван ни один'}`,
    'event.online': ({ ok, who }) =>
      ok ? 'Все названные вошли в систему' : `Не вошли в систему: ${who || 'узнать не удалось'}`,
    'event.call': () => 'Звонок записан',
    'event.card': ({ ok, who }) => (ok ? `Карточка для: ${who}` : 'Карточку некому показать'),
    'card.sent': ({ who }) => `Карточка отправлена в браузер: ${who}`,
    'card.shown': ({ who }) => `Браузер показал карточку: ${who}`,
    'card.unseen': ({ who }) => `Ни один браузер не сообщил, что показал карточку: ${who}`,
    'card.closed': ({ who, values }) => `Карточка снята (${values.because}): ${who}`,
    'call.uploaded': () => 'Звонок пришёл с загруженной историей: события не было, поэтому карточка появиться не могла',
    'invoice.issued': (told) => `Выставлен счёт${sumOf(told)}`,
    'operation.requested': (told) =>
      `Запрос на ${kindOf(told)}${sumOf(told)}: ${told.who || told.values.by || 'неизвестно кто'}`,
    'operation.sent': (told) => `Ждём ответа на ${kindOf(told)}`,
    'operation.unknown': (told) => `Исход запроса на ${kindOf(told)} пока неизвестен`,
    'operation.accepted': (told) => `Модуль принял запрос на ${kindOf(told)}; идёт выполнение`,
    'operation.confirmed': (told) => `Модуль подтвердил запрос на ${kindOf(told)}`,
    'operation.rejected': (told) => `Модуль отклонил запрос на ${kindOf(told)}`,
    'operation.superseded': (told) => `Запрос на ${kindOf(told)} решён сообщением модуля`,
    'operation.needs_human': (told) => `Исход запроса на ${kindOf(told)} должен выяснить человек`,
    'check.passed': () => 'Проверка перед списанием пройдена',
    'check.refused': () => 'Проверка перед списанием отклонена',
    report: ({ values }) => (values.status ? `Модуль сообщил: ${values.status}` : 'Модуль сообщил'),
    moved: ({ values }) => `Состояние счёта: ${values.to}`,
    disagreed: ({ values }) => `Сообщение не сходится со счётом (${values.kind}); смотрите «Расхождения»`,
    'message.received': () => 'Сообщение пришло из мессенджера',
    'message.written': ({ who }) => `Сообщение написал(а) ${who || 'кто-то'}`,
    'reaction.ofUser': ({ who, values }) => `Реакция ${values.emoji}: ${who}`,
    'reaction.ofClient': ({ values }) => `Реакция клиента ${values.emoji}`,
    'webhook.queued': ({ values }) =>
      `Нужно сообщить мессенджеру: ${[values.type, values.old, values.old && values.emoji && '→', values.emoji].filter(Boolean).join(' ')}`,
    'webhook.tried': ({ ok }) => (ok ? 'Мессенджеру сообщено' : 'Мессенджер не принял'),
    'webhook.delivered': ({ values }) => `${values.type}: доставлено`,
    'webhook.failed': ({ values }) => `${values.type}: попытки прекращены; можно отправить снова со страницы модуля`,
  },
}
