import type { Api, ChatMessage } from './api.ts'
import { STYLE } from './style.ts'

// The chat widget in a shadow root, which isolates its styles from the page's. Text is never set as markup.

type Props = Record<string, string | boolean | (() => void)>

const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false) element.setAttribute(name, value)
  }
  element.append(...children)
  return element
}

const reactionsOf = (
  message: ChatMessage,
  choice: readonly string[],
  react: (reaction: string, add: boolean) => void,
) => {
  const mine = new Set(message.reactions.filter(({ side }) => side === 'visitor').map(({ reaction }) => reaction))
  const theirs = message.reactions.filter(({ side }) => side === 'manager')
  const buttons = (message.side === 'manager' ? choice : [...mine]).map((reaction) =>
    make(
      'button',
      {
        type: 'button',
        'aria-pressed': String(mine.has(reaction)),
        'aria-label': `React with ${reaction}`,
        click: () => react(reaction, !mine.has(reaction)),
      },
      reaction,
    ),
  )
  const shown = theirs.map(({ reaction }) =>
    make('span', { role: 'img', 'aria-label': `The shop reacted with ${reaction}` }, reaction),
  )
  return make('div', { class: 'reactions' }, ...shown, ...buttons)
}

const bubble = (
  api: Api,
  message: ChatMessage,
  choice: readonly string[],
  react: (reaction: string, add: boolean) => void,
) => {
  const who = make('span', { class: 'said' }, message.side === 'visitor' ? 'You: ' : 'Shop: ')
  const pictures = message.pictures.map((id) => make('img', { src: api.pictureUrl(id), alt: 'Image', loading: 'lazy' }))
  const seen = message.seen && message.side === 'visitor' ? [make('small', {}, ' ✓ Read')] : []
  const reactions = reactionsOf(message, choice, react)
  return make(
    'div',
    { class: `bubble ${message.side}`, 'data-id': message.id },
    who,
    message.text,
    ...pictures,
    ...seen,
    reactions,
  )
}

export type View = {
  show: (messages: readonly ChatMessage[], choice: readonly string[]) => void
  showError: (sentence: string) => void
}

export type Actions = {
  open: () => void
  sendText: (text: string) => Promise<void>
  sendPicture: (file: File) => Promise<void>
  react: (messageId: string, reaction: string, add: boolean) => Promise<void>
}

const makeForm = (actions: Actions) => {
  const text = make('textarea', {
    rows: '1',
    'aria-label': 'Your message',
    placeholder: 'Write a message',
    maxlength: '4000',
  })
  const file = make('input', { type: 'file', accept: 'image/*', class: 'said', 'aria-label': 'Send an image' })
  const picture = make('label', { class: 'picture', title: 'Send an image' }, file, '📎')
  const form = make('form', {}, picture, text, make('button', {}, 'Send'))
  const send = async () => {
    const words = text.value.trim()
    if (words === '') return
    // Keep the text until it was sent, so that it is not lost on an error.
    await actions.sendText(words)
    text.value = ''
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send().catch(() => undefined)
  })
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? []
    if (chosen) actions.sendPicture(chosen).catch(() => undefined)
    file.value = ''
  })
  return { form, text }
}

export const createView = (api: Api, actions: Actions): View => {
  const host = make('div', { id: 'patchbay-webchat' })
  const root = host.attachShadow({ mode: 'open' })
  const list = make('div', {
    class: 'log',
    role: 'log',
    'aria-live': 'polite',
    'aria-label': 'Messages',
    tabindex: '0',
  })
  const alert = make('p', { class: 'trouble', role: 'alert' })
  const { form, text } = makeForm(actions)
  const close = make('button', { type: 'button', 'aria-label': 'Close chat' }, '✕')
  const header = make('header', {}, make('h2', {}, 'Chat with us'), close)
  const panel = make('section', { class: 'panel', 'aria-label': 'Chat', hidden: true }, header, list, alert, form)
  const open = make('button', { class: 'open', type: 'button', 'aria-expanded': 'false' }, '💬 Chat')
  const toggle = (shown: boolean) => {
    panel.hidden = !shown
    open.hidden = shown
    open.setAttribute('aria-expanded', String(shown))
    if (shown) actions.open()
    const next = shown ? text : open
    next.focus()
  }
  open.addEventListener('click', () => toggle(true))
  close.addEventListener('click', () => toggle(false))
  panel.addEventListener('keydown', (event) => event.key === 'Escape' && toggle(false))
  root.append(make('style', {}, STYLE), panel, open)
  document.body.append(host)
  return {
    showError: (sentence) => {
      alert.textContent = sentence
    },
    show: (messages, choice) => {
      const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40
      const kept = new Map([...list.children].map((element) => [element.getAttribute('data-state'), element]))
      const bubbles = messages.map((message) => {
        // Reuse unchanged elements: a screen reader does not read them again, and focus is kept.
        const state = JSON.stringify(message)
        const element =
          kept.get(state) ??
          bubble(api, message, choice, (reaction, add) => void actions.react(message.id, reaction, add))
        element.setAttribute('data-state', state)
        return element
      })
      list.replaceChildren(...bubbles)
      if (isAtEnd) list.scrollTop = list.scrollHeight
    },
  }
}
