import { describe, expect, it } from 'vitest'
import {
  filledTemplate,
  findIncomplete,
  isSendable,
  namedTemplate,
  sentTemplate,
  templateTexts,
} from './template-rules.ts'
import type { TemplateContent } from './templates.ts'

const template = (more: Partial<TemplateContent>): TemplateContent => ({
  name: 'Ready',
  type: 'text',
  verification_status: 'approved',
  ...more,
})

it('[D-95] names variables, whichever form a template came in', () => {
  const named = ['Hello, ', { var: 'name' as const }, {}]
  expect(namedTemplate({ template: named })).toEqual(named)
  const numbered = [
    { type: 1, text: 'Hello, ' },
    { type: 2, var: 1 },
    { type: 2, var: 0 },
  ]
  expect(namedTemplate({ template: numbered })).toEqual(named)
  expect(namedTemplate({ template: [{ type: 2, var: 3 }, { type: 2 }] })).toEqual([{ var: 'last_name' }, {}])
})

it('takes the body for a template that has no parts', () => {
  expect(namedTemplate({ body: 'Hello' })).toEqual(['Hello'])
  expect(namedTemplate({ body: '' })).toEqual([])
  expect(namedTemplate({})).toEqual([])
})

describe('[D-117] the variables of a template', () => {
  it.for<[string, string[]]>([
    ['Hello', []],
    ['Hello {{1}}, order {{2}}', ['1', '2']],
    ['Order {{2}} of {{1}}, {{2}}!', ['1', '2']],
    ['{{10}} after {{9}}', ['9', '10']],
    ['Hello {{ first_name }}, {{first_name}}', ['first_name']],
    ['{{order}} of {{1}}', ['order', '1']],
    ['{{}} {one} {{a b}}', []],
  ])('%s asks for %s', ([body, names]) => {
    expect(templateTexts(template({ body })).body.names).toEqual(names)
  })

  it('asks for each variable of a template in parts, in their order', () => {
    const parts = template({ template: ['Dear ', { var: 'first_name' }, ', order ', {}, ' is ', {}] })
    expect(templateTexts(parts).body.names).toEqual(['first_name', '2', '3'])
    expect(filledTemplate(parts, { header: [], body: ['Vera', '12A', 'ready'], buttons: [] })).toBe(
      'Dear Vera, order 12A is ready',
    )
  })

  it('asks for those of a text header and of a link', () => {
    const full = template({
      header: { content: { type: 'text', body: 'Order {{1}}' } },
      body: 'Ready',
      buttons: {
        items: [
          { type: 'plain', label: 'Thanks' },
          { type: 'url', label: 'Open', url: 'https://s.test/{{1}}' },
        ],
      },
    })
    const { header, buttons } = templateTexts(full)
    expect([header?.names, buttons.map(({ names }) => names)]).toEqual([['1'], [[], ['1']]])
  })
})

describe('[D-117] a filled template', () => {
  const full = template({
    category: 'utility',
    header: { content: { type: 'text', body: 'Order {{1}}' } },
    body: '{{2}}, {{1}} is ready. $& {{1}}',
    footer: 'The shop',
    buttons: {
      items: [
        { type: 'plain', label: 'Thanks' },
        { type: 'url', label: 'Open', url: 'https://s.test/{{1}}' },
      ],
    },
  })
  const values = { header: ['12A'], body: ['a $1 fern', 'Vera'], buttons: [[], ['12A']] }

  it('is its header, body and footer, with the values as they are', () => {
    expect(filledTemplate(full, values)).toBe('Order 12A\n\nVera, a $1 fern is ready. $& a $1 fern\n\nThe shop')
  })

  it('carries the values and the buttons to the transport', () => {
    expect(sentTemplate('ready', full, values)).toEqual({
      code: 'ready',
      category: 'utility',
      args: ['a $1 fern', 'Vera'],
      variables: {
        header: { type: 'text', args: ['12A'] },
        body: { args: ['a $1 fern', 'Vera'] },
        buttons: [
          { type: 'plain', title: 'Thanks' },
          { type: 'url', title: 'Open', args: ['12A'] },
        ],
      },
    })
    expect(sentTemplate('hi', template({ body: 'Hi' }), { header: [], body: [], buttons: [] })).toEqual({
      ...{ code: 'hi', category: '', args: [] },
      variables: { body: { args: [] } },
    })
  })

  it('needs exactly one value for each variable', () => {
    expect(findIncomplete(full, values)).toBeUndefined()
    expect(findIncomplete(full, { ...values, header: [] })).toBe('header')
    expect(findIncomplete(full, { ...values, body: ['one'] })).toBe('body')
    expect(findIncomplete(full, { ...values, body: ['one', ' '] })).toBe('body')
    expect(findIncomplete(full, { ...values, body: ['one', 'two', 'three'] })).toBe('body')
    expect(findIncomplete(full, { ...values, buttons: [] })).toBe('buttons')
    expect(findIncomplete(full, { ...values, buttons: [[], ['1'], []] })).toBe('buttons')
    expect(findIncomplete(template({ body: 'Hi' }), { header: ['x'], body: [], buttons: [] })).toBe('header')
    expect(findIncomplete(template({ body: 'Hi' }), { header: [], body: [], buttons: [] })).toBeUndefined()
  })
})

it('[D-117] only approved templates without files are sent', () => {
  expect(isSendable(template({}))).toBe(true)
  expect(isSendable(template({ header: { content: { type: 'text', body: 'x' } } }))).toBe(true)
  for (const verification_status of ['new', 'pending', 'rejected', 'paused', 'disabled'] as const)
    expect(isSendable(template({ verification_status }))).toBe(false)
  for (const type of ['document', 'image', 'video'] as const)
    expect(isSendable(template({ header: { content: { type } } }))).toBe(false)
})
