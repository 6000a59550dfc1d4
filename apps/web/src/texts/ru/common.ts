import type { common as English } from '../en/common.ts'
import { plural } from '../plural.ts'

const count = plural('ru')

export const common: typeof English = {
  common: {
    cancel: 'Отмена',
    close: 'Закрыть',
    save: 'Сохранить',
    saved: 'Сохранено',
    copy: 'Скопировать',
    copied: 'Скопировано',
    remove: 'Удалить',
    retry: 'Повторить',
    loadMore: 'Показать ещё',
    loading: 'Загрузка…',
    all: 'Все',
    none: 'Нет',
    never: 'Никогда',
    actions: 'Действия',
    admin: 'Администратор',
    manager: 'Менеджер',
    on: 'Включено',
    off: 'Выключено',
    results: (number: number) =>
      count(number, { one: 'результат', few: 'результата', many: 'результатов', other: 'результата' }),
    from: 'С',
    to: 'По',
    filters: 'Фильтры',
    clearFilters: 'Сбросить фильтры',
    home: 'На главную',
    trace: 'След',
  },
  states: {
    failed: 'Не удалось загрузить',
    failedWhat: 'Ничего не потеряно. Повторите; если не помогает, покажите эту страницу администратору.',
    notFound: 'Здесь ничего нет',
    notFoundWhat: 'Возможно, в адресе опечатка или то, что здесь было, удалено.',
    nothingFits: 'Под эти фильтры ничего не подходит',
    nothingFitsWhat: 'Ослабьте один из фильтров или сбросьте все.',
    offline: 'Сервер недоступен. Проверьте соединение и повторите',
  },
  errors: {
    sign_in_needed: 'Войдите, чтобы продолжить',
    sign_in_refused: 'Неверная почта или пароль',
    sign_in_throttled: 'Слишком много попыток. Подождите минуту и повторите',
    admin_needed: 'Это может сделать только администратор',
    link_expired: 'Ссылка устарела или уже использована. Запросите новую',
    password_weak: 'Выберите пароль не короче 10 символов',
    last_admin: 'В аккаунте должен быть хотя бы один действующий администратор',
    code_taken: 'Такой код уже есть',
    email_taken: 'Пользователь с такой почтой уже есть',
    not_found: 'Не найдено. Возможно, это уже удалили',
    unavailable: 'Временно недоступно. Повторите через минуту',
    internal: 'Сбой на нашей стороне. Повторите через минуту',
  },
}
