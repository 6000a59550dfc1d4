import type { traces as english, StepValues } from '../en/traces.ts'

const kinds: Record<string, string> = {
  create: 'выставление счёта',
  approve: 'подтверждение',
  cancel: 'отмену',
  refund: 'возврат',
}
const kindOf = ({ values }: StepValues) => kinds[String(values.kind)] ?? String(values.kind)
const sumOf = ({ values }: StepValues) => (values.amount === undefined ? '' : ` на ${values.amount} ${values.currency}`)
const events: Record<string, string> = {
  in: 'входящий звонок',
  out: 'исходящий звонок',
  answer: 'ответ на звонок',
  hangup: 'конец звонка',
}

const resolvedBy: Record<string, string> = {
  'client-id': 'по clientId',
  'api-key': 'по его API-ключу',
  extension: 'по добавочному',
  'only-module': 'единственный модуль телефонии',
}
const matchedBy: Record<string, string> = {
  e164: 'номер полностью',
  tail: 'последние цифры',
}
const outcomes: Record<string, string> = {
  rings: 'звонит',
  forwarded: 'переведён другому',
  answered: 'принят',
  ended: 'завершён',
  'ended-before': 'уже был завершён',
  'start-added': 'уже был завершён; начало добавлено',
  'recorded-before': 'уже есть в истории',
  lost: 'статус неизвестен',
}
const results: Record<string, string> = {
  answered: 'принят',
  'no answer': 'нет ответа',
  busy: 'занято',
  failed: 'сбой',
  'not allowed': 'запрещён',
  unknown: 'результат неизвестен',
}
const closed: Record<string, string> = {
  'answered elsewhere': 'ответил другой',
  'moved on': 'переведён',
  ended: 'звонок завершён',
  lost: 'статус звонка неизвестен',
}
const textOf = (texts: Record<string, string>, code: string | number | undefined) => texts[String(code)] ?? code
const joined = (...parts: (string | number | undefined | false)[]) => parts.filter(Boolean).join(', ')

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
  verdict: 'Итог',
  verdicts: {
    'call.shown': ({ who }) => `Карточка звонка показана: ${who}`,
    'call.offline': ({ who }) => `Карточки не было, сотрудник не в системе: ${who}`,
    'call.unconfirmed': ({ who }) => `Карточки не было, браузер её не показал: ${who}`,
    'call.unassigned': ({ who }) => `Карточки не было, добавочный номер никому не назначен: ${who}`,
    'call.nobody-named': () => 'Карточки не было: станция не указала ни добавочного номера, ни сотрудника',
    'call.only-hangup': () => 'Карточки не было: станция сообщила только о завершении звонка',
    'call.too-late': () => 'Карточки не было: о начале звонка сообщено после его завершения',
    'call.uploaded': () => 'Карточки не было: станция не сообщала о событиях, только о завершённом звонке',
    'invoice.status': (verdict) => `${verdict.values.status}: счёт${sumOf(verdict)}`,
    'invoice.not-issued': ({ values }) => joined('Счёт не выставлен', values.said),
    'invoice.discrepancies': ({ values }) => `Отчёты, не совпадающие со счётом: ${values.count}`,
    'operation.unknown': (verdict) => `Результат неизвестен, не повторяйте: ${kindOf(verdict)}`,
    'operation.in-progress': (verdict) => `Выполняется: ${kindOf(verdict)}`,
    'operation.rejected': (verdict) => joined(`Отклонено модулем: ${kindOf(verdict)}`, verdict.values.said),
    'message.received': () => 'Сообщение получено от клиента',
    'message.sending': () => 'Сообщение ещё не доставлено',
    'message.sent': () => 'Сообщение доставлено в мессенджер',
    'message.seen': () => 'Сообщение прочитано клиентом',
    'message.failed': ({ values }) => joined('Сообщение не доставлено', values.said),
    'webhooks.failed': ({ values }) => `Вебхуки, не доставленные после всех попыток: ${values.count}`,
    'webhooks.pending': ({ values }) => `Вебхуки, ожидающие следующей попытки: ${values.count}`,
  },
  details: {
    'event.module': ({ values }) => joined(values.module, textOf(resolvedBy, values.by)),
    'event.number': ({ values }) => joined(values.key),
    'event.customers': ({ values }) => joined(values.count, textOf(matchedBy, values.by)),
    'event.call': ({ values }) =>
      values.outcome &&
      joined(
        values.call ? `звонок ${values.call}` : 'новый звонок',
        textOf(outcomes, values.outcome),
        textOf(results, values.result),
      ),
    'event.card': ({ ok, values }) => (ok ? undefined : textOf(outcomes, values.outcome)),
  },
  steps: {
    'request.in': ({ values }) => `Модуль прислал ${values.method} ${values.path}`,
    'request.out': ({ values }) => `Мы отправили ${values.method} ${values.path}`,
    'event.received': ({ values }) => `Станция сообщила: ${textOf(events, values.type)}`,
    'event.module': () => 'Модуль распознан',
    'event.number': ({ ok }) => (ok ? 'Номер телефона распознан' : 'Некорректный номер телефона'),
    'event.customers': ({ ok }) => (ok ? 'Клиенты найдены по номеру' : 'Клиентов с этим номером нет'),
    'event.extensions': ({ ok, who }) =>
      ok ? `Добавочные назначены: ${who}` : `Есть неназначенные добавочные: ${who || 'в событии нет добавочных'}`,
    'event.online': ({ ok, who }) => (ok ? 'Все в системе' : `Не в системе: ${who || 'присутствие неизвестно'}`),
    'event.call': () => 'Звонок сохранён',
    'event.card': ({ ok, who }) => (ok ? `Карточка звонка предназначена: ${who}` : 'Карточку звонка показать некому'),
    'card.sent': ({ who }) => `Карточка звонка подготовлена: ${who}`,
    'card.shown': ({ who }) => `Карточка звонка показана в браузере: ${who}`,
    'card.unseen': ({ who }) => `Ни один браузер не подтвердил показ карточки звонка: ${who}`,
    'card.closed': ({ who, values }) => `Карточка звонка закрыта (${textOf(closed, values.because)}): ${who}`,
    'call.uploaded': () => 'Звонок загружен вместе с историей',
    'invoice.issued': (step) => `Счёт${sumOf(step)} выставлен`,
    'operation.requested': (step) =>
      `Запрос на ${kindOf(step)}${sumOf(step)}: ${step.who || step.values.by || 'автор неизвестен'}`,
    'operation.sent': (step) => `Запрос на ${kindOf(step)} отправлен, ожидаем ответа`,
    'operation.unknown': (step) => `Результат запроса на ${kindOf(step)} пока неизвестен`,
    'operation.accepted': (step) => `Модуль принял запрос на ${kindOf(step)}, выполняется`,
    'operation.confirmed': (step) => `Модуль подтвердил запрос на ${kindOf(step)}`,
    'operation.rejected': (step) => `Модуль отклонил запрос на ${kindOf(step)}`,
    'operation.superseded': (step) => `Запрос на ${kindOf(step)} завершён по сообщению модуля`,
    'operation.needs_human': (step) => `Результат запроса на ${kindOf(step)} должен проверить администратор`,
    'check.passed': () => 'Проверка перед списанием пройдена',
    'check.refused': () => 'Проверка перед списанием не пройдена',
    report: ({ values }) => (values.status ? `Модуль сообщил: ${values.status}` : 'Модуль прислал сообщение о счёте'),
    moved: ({ values }) => `Статус счёта: ${values.to}`,
    disagreed: ({ values }) => `${values.kind}. Смотрите «Расхождения»`,
    'routing.call': ({ who }) => (who ? `Выбор маршрутизатора: ${who}` : 'Выбор маршрутизатора: никто'),
    'routing.assigned': ({ who }) => `Назначен: ${who}`,
    'routing.waits': () => 'Сейчас чат некому взять: он ждёт',
    'routing.reassigned': ({ who }) => `Долгое ожидание, переназначен: ${who}`,
    'routing.leads-notified': () => 'Долгое ожидание, руководители уведомлены',
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
