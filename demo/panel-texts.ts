// The texts of the panel in three languages. In entries, {name} stands for a value.
import type { FaultName, SceneName } from './scenes.ts'

export const LANGUAGES = ['en', 'es', 'ru'] as const
export type Language = (typeof LANGUAGES)[number]

type Named<Name extends string> = Record<Name, [name: string, what: string]>

export type PanelTexts = {
  title: string
  about: string
  open: string
  signIn: string
  scenes: string
  play: string
  playing: string
  faults: string
  faultsAbout: string
  on: string
  off: string
  noRedis: string
  day: string
  running: string
  paused: string
  pause: string
  resume: string
  pace: string
  paces: Record<'slow' | 'normal' | 'fast', string>
  happened: string
  nothing: string
  trace: string
  traceAbout: string
  pages: Record<'phones' | 'webchat' | 'wall' | 'mail', string>
  scene: Named<SceneName>
  fault: Named<FaultName>
  entries: Record<string, string>
}

const en: PanelTexts = {
  title: 'Demo panel',
  about: 'Play a scene and watch it in the workspace. Keep the workspace open in another window.',
  open: 'Open the workspace',
  signIn: 'Sign in as',
  scenes: 'Scenes',
  play: 'Play',
  playing: 'Playing',
  faults: 'Faults',
  faultsAbout: 'A fault stays on until you turn it off. Turning it on plays what shows it; then open the trace.',
  on: 'Turn on',
  off: 'Turn off',
  noRedis: 'No Redis is running: the system works without it now.',
  day: 'The day',
  running: 'Customers call, pay and write by themselves.',
  paused: 'Paused: what has begun goes on to its end, nothing new happens by itself.',
  pause: 'Pause',
  resume: 'Resume',
  pace: 'Pace',
  paces: { slow: 'Slow', normal: 'Normal', fast: 'Fast' },
  happened: 'What happened',
  nothing: 'Nothing yet',
  trace: 'Trace',
  traceAbout: 'Traces are open to administrators',
  pages: { phones: 'Phones', webchat: 'The shop’s page with the chat', wall: 'Live wall', mail: 'Sent mail' },
  scene: {
    'try-a-call': [
      'Try a call',
      'A customer calls. The card shows who it is; after ten seconds your phone is picked up.',
    ],
    'unknown-caller': ['Unknown caller', 'A number that is not in the database. Create the customer during the call.'],
    'two-calls': ['Two calls at once', 'A second call rings while the first one does.'],
    'hold-ends': [
      'A hold that ends',
      'Money is reserved and not approved in time: after 30 seconds the bank releases it.',
    ],
    'refund-refused': ['A refused refund', 'A colleague refunds a payment, and the bank of the customer refuses.'],
    'emoji-refused': [
      'An emoji refused by the channel',
      'A colleague reacts, the channel refuses; the system tries again.',
    ],
    'order-paid': ['A paid order', 'A customer orders, gets a payment link and pays.'],
    chat: ['A conversation', 'A visitor writes, a colleague replies, the visitor reacts.'],
  },
  fault: {
    'lost-hangup': ['Lost hangup', 'The exchange never reports the end of a call; its record comes 15 seconds late.'],
    'yes-then-silence': ['Yes, then silence', 'The bank refunds the money, but its answer never arrives.'],
    'double-reports': ['Double reports', 'Every report of the exchange and the bank arrives twice.'],
    'slow-module': ['Slow modules', 'Every answer of a module takes four seconds longer.'],
    'redis-stopped': ['Redis stopped', 'Calls still reach the browser; nothing is lost.'],
  },
  entries: {
    'call.rings': '{phone} is calling',
    'call.busy': '{phone} found every phone busy',
    'call.answered': 'The call from {phone} was answered',
    'call.ended': 'The call from {phone} ended',
    'order.created': '{name} ordered: {product}',
    'invoice.requested': 'An invoice was issued',
    'invoice.paid': 'The customer paid on the bank’s page',
    'invoice.became': 'The invoice is now {status}',
    'operation.requested': 'A colleague requested: {kind}',
    'chat.wrote': '{name} wrote: {text}',
    'chat.replied': 'A colleague replied to {name}: {text}',
    'chat.reacted': '{name} reacted {emoji}',
    'chat.colleague-reacted': 'A colleague reacted {emoji}',
    'fault.on': 'Fault on: {fault}',
    'fault.off': 'Fault off: {fault}',
    failed: 'This did not work: {why}',
  },
}

const es: PanelTexts = {
  title: 'Panel de demostración',
  about: 'Reproduzca una escena y véala en el espacio de trabajo. Téngalo abierto en otra ventana.',
  open: 'Abrir el espacio de trabajo',
  signIn: 'Inicie sesión como',
  scenes: 'Escenas',
  play: 'Reproducir',
  playing: 'En curso',
  faults: 'Fallos',
  faultsAbout:
    'Un fallo sigue activo hasta que lo desactive. Al activarlo se reproduce lo que lo muestra; abra luego la traza.',
  on: 'Activar',
  off: 'Desactivar',
  noRedis: 'No hay ningún Redis en marcha: el sistema funciona ahora sin él.',
  day: 'El día',
  running: 'Los clientes llaman, pagan y escriben por sí solos.',
  paused: 'En pausa: lo que ya empezó termina y nada nuevo ocurre por sí solo.',
  pause: 'Pausar',
  resume: 'Continuar',
  pace: 'Ritmo',
  paces: { slow: 'Lento', normal: 'Normal', fast: 'Rápido' },
  happened: 'Qué ha pasado',
  nothing: 'Nada todavía',
  trace: 'Traza',
  traceAbout: 'Las trazas están abiertas a los administradores',
  pages: {
    phones: 'Teléfonos',
    webchat: 'La página de la tienda con el chat',
    wall: 'Panel en vivo',
    mail: 'Correo enviado',
  },
  scene: {
    'try-a-call': [
      'Probar una llamada',
      'Llama un cliente. La ficha muestra quién es; a los diez segundos se descuelga su teléfono.',
    ],
    'unknown-caller': ['Número desconocido', 'Un número que no está en la base. Cree el cliente durante la llamada.'],
    'two-calls': ['Dos llamadas a la vez', 'Una segunda llamada suena mientras suena la primera.'],
    'hold-ends': [
      'Una retención que vence',
      'El dinero se reserva y nadie lo aprueba: a los 30 segundos el banco lo libera.',
    ],
    'refund-refused': ['Un reembolso rechazado', 'Un compañero reembolsa un pago y el banco del cliente lo rechaza.'],
    'emoji-refused': [
      'Un emoji rechazado por el canal',
      'Un compañero reacciona, el canal lo rechaza; el sistema lo reintenta.',
    ],
    'order-paid': ['Un pedido pagado', 'Un cliente pide, recibe un enlace de pago y paga.'],
    chat: ['Una conversación', 'Un visitante escribe, un compañero responde, el visitante reacciona.'],
  },
  fault: {
    'lost-hangup': [
      'Fin de llamada perdido',
      'La centralita nunca informa del fin; el registro llega 15 segundos tarde.',
    ],
    'yes-then-silence': ['Sí, y luego silencio', 'El banco devuelve el dinero, pero su respuesta no llega nunca.'],
    'double-reports': ['Informes dobles', 'Cada informe de la centralita y del banco llega dos veces.'],
    'slow-module': ['Módulos lentos', 'Cada respuesta de un módulo tarda cuatro segundos más.'],
    'redis-stopped': ['Redis detenido', 'Las llamadas siguen llegando al navegador; no se pierde nada.'],
  },
  entries: {
    'call.rings': 'Llama {phone}',
    'call.busy': '{phone} encontró todos los teléfonos ocupados',
    'call.answered': 'Se ha contestado la llamada de {phone}',
    'call.ended': 'Ha terminado la llamada de {phone}',
    'order.created': '{name} ha pedido: {product}',
    'invoice.requested': 'Se ha emitido una solicitud de pago',
    'invoice.paid': 'El cliente ha pagado en la página del banco',
    'invoice.became': 'La solicitud de pago está ahora en {status}',
    'operation.requested': 'Un compañero ha solicitado: {kind}',
    'chat.wrote': '{name} escribe: {text}',
    'chat.replied': 'Un compañero responde a {name}: {text}',
    'chat.reacted': '{name} reacciona con {emoji}',
    'chat.colleague-reacted': 'Un compañero reacciona con {emoji}',
    'fault.on': 'Fallo activado: {fault}',
    'fault.off': 'Fallo desactivado: {fault}',
    failed: 'No ha funcionado: {why}',
  },
}

const ru: PanelTexts = {
  title: 'Панель демонстрации',
  about: 'Запустите сцену и смотрите её в рабочем месте. Держите его открытым в другом окне.',
  open: 'Открыть рабочее место',
  signIn: 'Войдите как',
  scenes: 'Сцены',
  play: 'Запустить',
  playing: 'Идёт',
  faults: 'Сбои',
  faultsAbout:
    'Сбой действует, пока вы его не выключите. При включении запускается сцена, которая его показывает; затем откройте трассировку.',
  on: 'Включить',
  off: 'Выключить',
  noRedis: 'Redis не запущен: система уже работает без него.',
  day: 'День',
  running: 'Клиенты сами звонят, платят и пишут.',
  paused: 'Пауза: начатое дойдёт до конца, нового само не произойдёт.',
  pause: 'Пауза',
  resume: 'Продолжить',
  pace: 'Темп',
  paces: { slow: 'Медленный', normal: 'Обычный', fast: 'Быстрый' },
  happened: 'Что произошло',
  nothing: 'Пока ничего',
  trace: 'Трассировка',
  traceAbout: 'Трассировки доступны администраторам',
  pages: { phones: 'Телефоны', webchat: 'Страница магазина с чатом', wall: 'Табло', mail: 'Отправленные письма' },
  scene: {
    'try-a-call': [
      'Пробный звонок',
      'Звонит клиент. Карточка показывает, кто это; через десять секунд ваш телефон снимет трубку.',
    ],
    'unknown-caller': ['Неизвестный номер', 'Номера нет в базе. Создайте клиента во время разговора.'],
    'two-calls': ['Два звонка сразу', 'Второй звонок поступает, пока идёт первый.'],
    'hold-ends': [
      'Холд, который истекает',
      'Деньги зарезервированы и не подтверждены: через 30 секунд банк их вернёт.',
    ],
    'refund-refused': ['Отказ в возврате', 'Коллега делает возврат, а банк клиента отказывает.'],
    'emoji-refused': [
      'Канал отклоняет эмодзи',
      'Коллега ставит реакцию, канал её отклоняет; система повторит попытку.',
    ],
    'order-paid': ['Оплаченный заказ', 'Клиент заказывает, получает ссылку на оплату и платит.'],
    chat: ['Переписка', 'Посетитель пишет, коллега отвечает, посетитель ставит реакцию.'],
  },
  fault: {
    'lost-hangup': [
      'Потерянное завершение',
      'Телефония не сообщает о конце звонка; запись приходит на 15 секунд позже.',
    ],
    'yes-then-silence': ['Да — и тишина', 'Банк возвращает деньги, но его ответ не приходит.'],
    'double-reports': ['Двойные сообщения', 'Каждое сообщение телефонии и банка приходит дважды.'],
    'slow-module': ['Медленные модули', 'Каждый ответ модуля приходит на четыре секунды позже.'],
    'redis-stopped': ['Redis остановлен', 'Звонки по-прежнему доходят до браузера; ничего не теряется.'],
  },
  entries: {
    'call.rings': 'Звонит {phone}',
    'call.busy': 'Для {phone} все телефоны заняты',
    'call.answered': 'Звонок с {phone} принят',
    'call.ended': 'Звонок с {phone} завершён',
    'order.created': 'Заказ, {name}: {product}',
    'invoice.requested': 'Счёт выставлен',
    'invoice.paid': 'Клиент оплатил на странице банка',
    'invoice.became': 'Статус счёта: {status}',
    'operation.requested': 'Коллега запросил: {kind}',
    'chat.wrote': '{name} пишет: {text}',
    'chat.replied': 'Коллега отвечает, {name}: {text}',
    'chat.reacted': 'Реакция {emoji}, {name}',
    'chat.colleague-reacted': 'Реакция коллеги {emoji}',
    'fault.on': 'Сбой включён: {fault}',
    'fault.off': 'Сбой выключен: {fault}',
    failed: 'Не получилось: {why}',
  },
}

export const PANEL_TEXTS: Record<Language, PanelTexts> = { en, es, ru }

/** By the languages of the browser; English otherwise. */
export const languageFor = (accepted: string | undefined): Language => {
  const wanted = (accepted ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  return (
    LANGUAGES.find((language) => language === wanted.find((one) => (LANGUAGES as readonly string[]).includes(one))) ??
    'en'
  )
}
