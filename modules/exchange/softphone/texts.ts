// The texts of the page, in the languages of the workspace.

const en = {
  number: 'Phone number',
  call: 'Call',
  answer: 'Answer',
  decline: 'Decline',
  hangUp: 'Hang up',
  mute: 'Mute',
  hold: 'Hold',
  transferTo: 'Extension',
  transfer: 'Transfer',
  pauseRecording: 'Pause recording',
  keys: 'Dial pad',
  devices: 'Microphone and speaker',
  microphone: 'Microphone',
  speaker: 'Speaker',
  standard: 'Default',
  allow: 'Allow microphone',
  states: {
    incoming: (phone: string) => `Incoming call from ${phone}`,
    ringing: (phone: string) => `Calling ${phone}`,
    talking: (phone: string) => `In a call with ${phone}`,
  },
  problems: {
    'link-used': 'This link was used already. Open the softphone from the workspace again.',
    'needs-permission': 'Allow the microphone for this page in your browser to make calls.',
    'no-microphone': 'No microphone was found.',
    refused: 'This is not possible now.',
    'no-carrier':
      'The exchange has no line to the outside: only extensions can be dialled. Ask an administrator to connect a carrier.',
    'forbidden-number': 'Calls to this number are blocked. If you need it, ask an administrator to allow it.',
    'calls-at-once': 'You already have as many calls as you may have at once. End one and dial again.',
    'calls-per-hour':
      'You have reached the limit of calls per hour. Wait a while, or ask an administrator to raise it.',
    'unknown-number': 'This number does not exist. Check it and dial again.',
    'not-connected': 'This colleague’s phone is not connected. Try again later or call another extension.',
    'not-allowed': 'This call is not allowed. Ask an administrator.',
    'no-answer': 'Nobody answered. Try again later.',
    busy: 'The line is busy. Try again in a few minutes.',
    declined: 'The call was declined.',
    offline: 'The phone has no connection to the exchange. Check your network and dial again.',
    'call-failed': 'The call could not be connected. Try again; if it fails again, tell an administrator.',
  },
}

export type Texts = typeof en
export type Problem = keyof Texts['problems']

const es: Texts = {
  number: 'Número de teléfono',
  call: 'Llamar',
  answer: 'Contestar',
  decline: 'Rechazar',
  hangUp: 'Colgar',
  mute: 'Silenciar',
  hold: 'En espera',
  transferTo: 'Extensión',
  transfer: 'Transferir',
  pauseRecording: 'Pausar grabación',
  keys: 'Teclado',
  devices: 'Micrófono y altavoz',
  microphone: 'Micrófono',
  speaker: 'Altavoz',
  standard: 'Predeterminado',
  allow: 'Permitir micrófono',
  states: {
    incoming: (phone) => `Llamada entrante de ${phone}`,
    ringing: (phone) => `Llamando a ${phone}`,
    talking: (phone) => `En llamada con ${phone}`,
  },
  problems: {
    'link-used': 'Este enlace ya se usó. Abra de nuevo el softphone desde el sistema.',
    'needs-permission': 'Permita el micrófono para esta página en su navegador para poder llamar.',
    'no-microphone': 'No se encontró ningún micrófono.',
    refused: 'Ahora no es posible.',
    'no-carrier':
      'La central no tiene línea exterior: solo se pueden marcar extensiones. Pida a un administrador que conecte un operador.',
    'forbidden-number': 'Las llamadas a este número están bloqueadas. Si lo necesita, pida permiso a un administrador.',
    'calls-at-once': 'Ya tiene el máximo de llamadas simultáneas. Termine una y marque de nuevo.',
    'calls-per-hour':
      'Alcanzó el límite de llamadas por hora. Espere un poco o pida a un administrador que lo aumente.',
    'unknown-number': 'Este número no existe. Compruébelo y marque de nuevo.',
    'not-connected': 'El teléfono de este compañero no está conectado. Inténtelo más tarde o llame a otra extensión.',
    'not-allowed': 'Esta llamada no está permitida. Consulte a un administrador.',
    'no-answer': 'Nadie contestó. Inténtelo más tarde.',
    busy: 'La línea está ocupada. Inténtelo en unos minutos.',
    declined: 'La llamada fue rechazada.',
    offline: 'El teléfono no tiene conexión con la central. Revise su red y marque de nuevo.',
    'call-failed':
      'No se pudo establecer la llamada. Inténtelo de nuevo; si vuelve a fallar, avise a un administrador.',
  },
}

const ru: Texts = {
  number: 'Номер телефона',
  call: 'Позвонить',
  answer: 'Ответить',
  decline: 'Отклонить',
  hangUp: 'Завершить',
  mute: 'Без звука',
  hold: 'Удержать',
  transferTo: 'Добавочный',
  transfer: 'Перевести',
  pauseRecording: 'Приостановить запись',
  keys: 'Набор номера',
  devices: 'Микрофон и динамик',
  microphone: 'Микрофон',
  speaker: 'Динамик',
  standard: 'По умолчанию',
  allow: 'Разрешить микрофон',
  states: {
    incoming: (phone) => `Входящий звонок: ${phone}`,
    ringing: (phone) => `Вызов ${phone}`,
    talking: (phone) => `Разговор: ${phone}`,
  },
  problems: {
    'link-used': 'Эта ссылка уже использована. Откройте софтфон из системы ещё раз.',
    'needs-permission': 'Чтобы звонить, разрешите этой странице доступ к микрофону в настройках браузера.',
    'no-microphone': 'Микрофон не найден.',
    refused: 'Сейчас это невозможно.',
    'no-carrier':
      'У АТС нет внешней линии: можно набирать только добавочные. Попросите администратора подключить оператора.',
    'forbidden-number': 'Звонки на этот номер заблокированы. Если он нужен, попросите администратора разрешить его.',
    'calls-at-once': 'У вас уже максимум одновременных звонков. Завершите один и наберите снова.',
    'calls-per-hour': 'Лимит звонков за час исчерпан. Подождите или попросите администратора его увеличить.',
    'unknown-number': 'Такого номера нет. Проверьте его и наберите снова.',
    'not-connected': 'Телефон коллеги не подключён. Позвоните позже или на другой добавочный.',
    'not-allowed': 'Этот звонок не разрешён. Обратитесь к администратору.',
    'no-answer': 'Никто не ответил. Позвоните позже.',
    busy: 'Линия занята. Позвоните через несколько минут.',
    declined: 'Звонок отклонён.',
    offline: 'Нет связи телефона с АТС. Проверьте сеть и наберите снова.',
    'call-failed': 'Не удалось соединить. Попробуйте ещё раз; если не получится, сообщите администратору.',
  },
}

const LANGUAGES: Readonly<Record<string, Texts>> = { en, es, ru }

export const textsFor = (locale: string): Texts => LANGUAGES[locale.slice(0, 2)] ?? en
