import type { softphone as English } from '../en/softphone.ts'

export const softphone: typeof English = {
  phone: (code) => `Телефон ${code}`,
  statuses: {
    connecting: 'Подключение…',
    registered: 'Готов',
    unregistered: 'Нет связи',
    'needs-permission': 'Микрофон заблокирован',
    failed: 'Недоступен',
  },
  calls: {
    incoming: (phone) => `Входящий звонок: ${phone}`,
    ringing: (phone) => `Вызов ${phone}`,
    talking: (phone) => `Разговор: ${phone}`,
  },
  problems: {
    'no-answer': 'Софтфон не отвечает.',
    'link-used': 'Ссылка на софтфон устарела.',
    'no-microphone': 'Микрофон не найден.',
    'unknown-version': 'Этому софтфону нужна более новая версия системы.',
    reload: 'Софтфон подключён после открытия этой страницы.',
  },
  allowMicrophone: 'Чтобы звонить, разрешите этой странице доступ к микрофону в настройках браузера.',
  otherTab: 'Телефон открыт в другой вкладке. Звонками можно управлять отсюда.',
  number: 'Номер телефона',
  dial: 'Позвонить',
  answer: 'Ответить',
  decline: 'Отклонить',
  hangUp: 'Завершить',
  mute: 'Без звука',
  hold: 'Удержать',
  pickUp: 'Перехватить',
  retry: 'Повторить',
  reload: 'Обновить страницу',
}
