import type { chats as English } from '../en/chats.ts'
import { plural } from '../plural.ts'

const count = plural('ru')

export const chats: typeof English = {
  chats: {
    title: 'Чаты',
    emptyTitle: 'Переписки пока нет',
    emptyWhat: 'Когда клиент напишет через подключённый мессенджер, переписка появится здесь.',
    choose: 'Выберите переписку',
    chooseWhat: 'J и K идут по списку, Enter открывает.',
    all: 'Все',
    mine: 'Мои',
    onlyUnread: 'Только непрочитанные',
    unread: (number) =>
      count(number, {
        one: 'непрочитанное сообщение',
        few: 'непрочитанных сообщения',
        many: 'непрочитанных сообщений',
        other: 'непрочитанного сообщения',
      }),
    reacted: (reaction) => `реакция ${reaction}`,
    openCustomer: 'Открыть клиента',
    back: 'Все переписки',
    earlier: 'Показать более ранние',
    write: 'Напишите сообщение',
    send: 'Отправить',
    cannotWrite: 'Этот канал не принимает ваших сообщений.',
    inactive: 'Канал выключен: сообщения не доходят до клиента.',
    quote: 'Цитировать',
    quoting: 'Цитата',
    stopQuoting: 'Не цитировать',
    you: 'Вы',
    colleague: 'Коллега',
    channel: 'С другого устройства',
    edited: 'изменено',
    deleted: 'Сообщение удалено',
    kinds: {
      text: 'Сообщение',
      system: 'Уведомление',
      command: 'Команда',
      order: 'Заказ',
      product: 'Товар',
      file: 'Файл',
      image: 'Изображение',
      audio: 'Голосовое сообщение',
    },
    statuses: {
      received: '',
      sending: 'отправляется…',
      sent: 'отправлено',
      failed: 'не доставлено',
      seen: 'прочитано',
    },
    react: 'Реакция',
    reactWith: (reaction) => `Поставить ${reaction}`,
    removeReaction: (reaction) => `Убрать ${reaction}`,
    byClient: 'клиент',
    refused: (why) => `Реакция снята: ${why}`,
    notSent: (why) => `Сообщение не отправлено: ${why}`,
    other: 'Другой эмодзи',
  },
}
