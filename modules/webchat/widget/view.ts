import type { Api, ChatMessage } from './api.ts'
import { cardElements, type ReplyActions } from './cards.ts'
import { make } from './make.ts'
import { STYLE } from './style.ts'

// The chat widget in a shadow root, which isolates its styles from the page's. Text is never set as markup.

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
  replies: ReplyActions,
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
    ...(message.card ? cardElements(message.card, replies) : []),
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

const PLACEHOLDER = 'Write a message'
const CONTACTS = { phone: ['Your phone number', 'tel'], email: ['Your email address', 'email'] } as const

/** The field asks for a contact, or for a message again. */
const askFor = (text: HTMLTextAreaElement, contact: keyof typeof CONTACTS | undefined): void => {
  const [placeholder, mode] = contact ? CONTACTS[contact] : [PLACEHOLDER, 'text']
  text.placeholder = placeholder
  text.inputMode = mode
}

const makeForm = (actions: Actions) => {
  const text = make('textarea', {
    rows: '1',
    'aria-label': 'Your message',
    placeholder: PLACEHOLDER,
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
    askFor(text, undefined)
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

/**
 * Touches only what changed: an element that is taken out of the page and put back loses the keyboard's focus. In a bubble
 * that was made anew, the same button gets it.
 */
const showBubbles = (root: ShadowRoot, list: HTMLElement, bubbles: readonly Element[]): void => {
  const focused = root.activeElement
  const place = [...list.children].findIndex((bubble) => bubble.contains(focused))
  for (const bubble of [...list.children]) if (!bubbles.includes(bubble)) bubble.remove()
  for (const [index, bubble] of bubbles.entries())
    if (list.children[index] !== bubble) list.insertBefore(bubble, list.children[index] ?? null)
  const label = focused?.getAttribute('aria-label')
  if (place < 0 || root.activeElement === focused || !label) return
  bubbles[place]?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`)?.focus()
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
  const replies: ReplyActions = {
    sendText: (reply) => {
      askFor(text, undefined)
      actions.sendText(reply).catch(() => undefined)
    },
    ask: (type) => {
      askFor(text, type)
      text.focus()
    },
  }
  open.addEventListener('click', () => toggle(true))
  close.addEventListener('click', () => toggle(false))
  panel.addEventListener('keydown', (event) => event.key === 'Escape' && toggle(false))
  // Not a style element: the content security policy of a shop may forbid inline styles.
  const style = new CSSStyleSheet()
  style.replaceSync(STYLE)
  root.adoptedStyleSheets = [style]
  root.append(panel, open)
  document.body.append(host)
  return {
    showError: (sentence) => {
      alert.textContent = sentence
    },
    show: (messages, choice) => {
      const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40
      const kept = new Map([...list.children].map((element) => [element.getAttribute('data-state'), element]))
      const bubbles = messages.map((message) => {
        // Reuse unchanged elements: a screen reader does not read them again.
        const state = JSON.stringify(message)
        const element =
          kept.get(state) ??
          bubble(api, message, choice, (reaction, add) => void actions.react(message.id, reaction, add), replies)
        element.setAttribute('data-state', state)
        return element
      })
      showBubbles(root, list, bubbles)
      if (isAtEnd) list.scrollTop = list.scrollHeight
    },
  }
}
