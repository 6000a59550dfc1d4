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
  titles: { call: 'Трассировка звонка', invoice: 'Трассировка счёта', message: 'Трассировка сообщения' },
  abouts: {
    call: 'Почему карточка звонка появилась или нет: каждое событие станции, шаг за шагом, вплоть до браузера.',
    invoice: 'Как счёт получил свой статус: кто что запросил и что ответил модуль.',
    message: 'Доставка сообщения и реакций на него, здесь и в мессенджере.',
  },
  openCustomer: 'Открыть клиента',
  openOrder: 'Открыть заказ',
  openChat: 'Открыть диалог',
  exchange: 'Запрос и ответ',
  took: (ms) => `${ms} мс`,
  emptyTitle: 'Нет записанных шагов',
  emptyWhat: 'Шаги старых звонков, счетов и сообщений со временем удаляются.',
  steps: {
    'request.in': ({ values }) => `Модуль прислал ${values.method} ${values.path}`,
    'request.out': ({ values }) => `Мы отправили ${values.method} ${values.path}`,
    'event.received': ({ values }) => `Станция сообщила: ${events[String(values.says)] ?? values.says}`,
    'event.module': () => 'Модуль распознан',
    'event.number': ({ ok }) => (ok ? 'Номер телефона распознан' : 'Некорректный номер телефона'),
    'event.customers': ({ ok }) => (ok ? 'Клиенты найдены по номеру' : 'Клиентов с этим номером нет'),
    'event.extensions': ({ ok, who }) =>
      ok ? `Добавочные назначены: ${who}` : `Есть неназначенные добавочные: ${who || 'в событии нет добавочных'}`,
    'event.online': ({ ok, who }) => (ok ? 'Все в системе' : `Не в системе: ${who || 'присутствие неизвестно'}`),
    'event.call': () => 'Звонок сохранён',
    'event.card': ({ ok, who }) => (ok ? `Карточка звонка для: ${who}` : 'Карточку звонка показать некому'),
    'card.sent': ({ who }) => `Карточка звонка отправлена в браузер: ${who}`,
    'card.shown': ({ who }) => `Карточка звонка показана в браузере: ${who}`,
    'card.unseen': ({ who }) => `Ни один браузер не подтвердил показ карточки звонка: ${who}`,
    'card.closed': ({ who, values }) => `Карточка звонка закрыта (${values.because}): ${who}`,
    'call.uploaded': () => 'Звонок загружен с историей. События не было, поэтому карточка не появилась',
    'invoice.issued': (told) => `Счёт${sumOf(told)} выставлен`,
    'operation.requested': (told) =>
      `Запрос на ${kindOf(told)}${sumOf(told)}: ${told.who || told.values.by || 'неизвестно кто'}`,
    'operation.sent': (told) => `Ожидаем ответа на ${kindOf(told)}`,
    'operation.unknown': (told) => `Результат запроса на ${kindOf(told)} пока неизвестен`,
    'operation.accepted': (told) => `Модуль принял запрос на ${kindOf(told)}, выполняется`,
    'operation.confirmed': (told) => `Модуль подтвердил запрос на ${kindOf(told)}`,
    'operation.rejected': (told) => `Модуль отклонил запрос на ${kindOf(told)}`,
    'operation.superseded': (told) => `Запрос на ${kindOf(told)} завершён по сообщению модуля`,
    'operation.needs_human': (told) => `Результат запроса на ${kindOf(told)} должен проверить администратор`,
    'check.passed': () => 'Проверка перед списанием пройдена',
    'check.refused': () => 'Проверка перед списанием не пройдена',
    report: ({ values }) => (values.status ? `Модуль сообщил: ${values.status}` : 'Модуль прислал сообщение о счёте'),
    moved: ({ values }) => `Статус счёта: ${values.to}`,
    disagreed: ({ values }) => `Сообщение не совпадает со счётом (${values.kind}); смотрите «Расхождения»`,
    'message.received': () => 'Сообщение получено из мессенджера',
    'message.written': ({ who }) => `Автор сообщения: ${who || 'неизвестен'}`,
    'reaction.ofUser': ({ who, values }) => `Реакция ${values.emoji}: ${who}`,
    'reaction.ofClient': ({ values }) => `Реакция клиента: ${values.emoji}`,
    'webhook.queued': ({ values }) =>
      `Вебхук в очереди: ${[values.type, values.old, values.old && values.emoji && '→', values.emoji].filter(Boolean).join(' ')}`,
    'webhook.tried': ({ ok }) => (ok ? 'Вебхук принят модулем' : 'Вебхук не принят модулем'),
    'webhook.delivered': ({ values }) => `${values.type}: доставлено`,
    'webhook.failed': ({ values }) =>
      `${values.type}: все попытки неудачны. Отправить повторно можно на странице модуля`,
  },
}
