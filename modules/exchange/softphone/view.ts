import type { Devices } from './devices.ts'
import type { PhoneCall } from './phone.ts'
import type { Problem, Texts } from './texts.ts'

// What the page shows. It uses no form: a frame of the workspace submits none.

export type Actions = {
  dial: (phone: string) => void
  answer: (id: string) => void
  hangUp: (id: string) => void
  mute: (id: string, on: boolean) => void
  hold: (id: string, on: boolean) => void
  keys: (id: string, digits: string) => void
  transfer: (id: string, to: string) => void
  record: (id: string, on: boolean) => void
  allowMicrophone: () => void
  microphoneChosen: () => void
}

export type Shown = {
  texts: Texts
  calls: readonly PhoneCall[]
  problem: Problem | undefined
  showsDevices: boolean
  /** Calls whose recording is paused. */
  paused: ReadonlySet<string>
}

const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] => {
  const element = Object.assign(document.createElement(tag), props)
  element.append(...children)
  return element
}

type ButtonLook = { className?: string; pressed?: boolean }

const button = (
  label: string,
  onclick: () => void,
  { className = '', pressed }: ButtonLook = {},
): HTMLButtonElement => {
  const made = make('button', { type: 'button', className, onclick }, label)
  if (pressed !== undefined) made.setAttribute('aria-pressed', String(pressed))
  return made
}

const input = (label: string, type: string, onEnter: (field: HTMLInputElement) => void): HTMLInputElement => {
  const field = make('input', { type, placeholder: label, ariaLabel: label, maxLength: 64 })
  field.onkeydown = ({ key }) => key === 'Enter' && onEnter(field)
  return field
}

/** Takes what was typed out of the field. */
const take = (field: HTMLInputElement, use: (text: string) => void): void => {
  if (field.value.trim() !== '') use(field.value.trim())
  field.value = ''
}

const talkingControls = (call: PhoneCall, { texts, paused }: Shown, actions: Actions): HTMLElement[] => {
  const { id, muted, held } = call
  const to = input(texts.transferTo, 'text', (field) => take(field, (code) => actions.transfer(id, code)))
  return [
    button(texts.mute, () => actions.mute(id, !muted), { pressed: muted }),
    button(texts.hold, () => actions.hold(id, !held), { pressed: held }),
    button(texts.pauseRecording, () => actions.record(id, paused.has(id)), { pressed: paused.has(id) }),
    make(
      'div',
      { className: 'row' },
      to,
      button(texts.transfer, () => take(to, (code) => actions.transfer(id, code))),
    ),
  ]
}

const callRow = (call: PhoneCall, shown: Shown, actions: Actions): HTMLElement => {
  const { texts } = shown
  const { id, phone, state } = call
  if (state === 'ended') return make('div', {})
  const end = button(state === 'incoming' ? texts.decline : texts.hangUp, () => actions.hangUp(id), {
    className: 'end',
  })
  const controls = [
    ...(state === 'incoming' ? [button(texts.answer, () => actions.answer(id), { className: 'accent' })] : []),
    end,
    ...(state === 'talking' ? talkingControls(call, shown, actions) : []),
  ]
  return make('div', {}, make('p', {}, texts.states[state](phone)), make('div', { className: 'row' }, ...controls))
}

const deviceChoice = async (texts: Texts, devices: Devices, onMicrophone: () => void): Promise<HTMLElement> => {
  const field = async (label: string, kind: 'audioinput' | 'audiooutput') => {
    const known = (await devices.list(kind)).filter(({ deviceId }) => deviceId !== '' && deviceId !== 'default')
    const options = [['', texts.standard], ...known.map((one) => [one.deviceId, one.label || one.deviceId])]
    const select = make('select', {}, ...options.map(([value = '', text = '']) => make('option', { value }, text)))
    select.value = devices.chosen(kind)
    select.onchange = () => {
      devices.choose(kind, select.value)
      if (kind === 'audioinput') onMicrophone()
    }
    return make('label', {}, label, select)
  }
  return make('div', {}, await field(texts.microphone, 'audioinput'), await field(texts.speaker, 'audiooutput'))
}

export const createView = (root: HTMLElement, actions: Actions, devices: Devices) => {
  const calls = make('div', {})
  calls.setAttribute('aria-live', 'polite')
  const problem = make('div', {})
  problem.setAttribute('role', 'alert')
  const dial = make('div', {})
  const choice = make('div', {})
  root.append(problem, calls, dial, choice)
  let latest: Shown
  const keypad = (texts: Texts): HTMLElement[] => {
    const number = input(texts.number, 'tel', (field) => take(field, actions.dial))
    const press = (key: string) => {
      const talking = latest.calls.find(({ state }) => state === 'talking')
      if (talking) actions.keys(talking.id, key)
      else number.value += key
    }
    const keys = make('div', { className: 'keys', ariaLabel: texts.keys, role: 'group' })
    keys.append(...[...'123456789*0#'].map((key) => button(key, () => press(key))))
    const call = button(texts.call, () => take(number, actions.dial), { className: 'accent' })
    return [make('div', { className: 'row' }, number, call), keys]
  }
  const showProblem = ({ texts, problem: code }: Shown): (Node | string)[] => {
    if (code === undefined) return []
    const text = make('p', {}, texts.problems[code])
    return code === 'needs-permission' ? [text, button(texts.allow, actions.allowMicrophone)] : [text]
  }
  return (shown: Shown): void => {
    const isTranslated = latest?.texts !== shown.texts
    const opensDevices = shown.showsDevices && (isTranslated || !latest?.showsDevices)
    latest = shown
    problem.replaceChildren(...showProblem(shown))
    calls.replaceChildren(...shown.calls.map((call) => callRow(call, shown, actions)))
    // Only with the texts: what is being typed stays.
    if (isTranslated) dial.replaceChildren(...keypad(shown.texts))
    if (!shown.showsDevices) choice.replaceChildren()
    if (opensDevices)
      void deviceChoice(shown.texts, devices, actions.microphoneChosen).then((made) => choice.replaceChildren(made))
  }
}
