import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readBlocks } from './guide-blocks.ts'

it('reads blocks in order, also inside lists, with their heading and the reason why they are not run', () => {
  const guide = [
    '# Guide',
    '',
    '```sh',
    'one',
    'two',
    '```',
    '',
    '## Second',
    '<!-- not run by the test: no Docker -->',
    '',
    '   ```sh',
    '   three',
    '     four',
    '   ```',
    '',
    '```sh',
    'five',
    '```',
    '```json',
    '{}',
    '```',
  ]
  expect(readBlocks(guide.join('\n'))).toEqual([
    { heading: 'Guide', line: 4, commands: 'one\ntwo', skipped: undefined },
    { heading: 'Second', line: 12, commands: 'three\n  four', skipped: 'no Docker' },
    { heading: 'Second', line: 17, commands: 'five', skipped: undefined },
  ])
})

it('runs more blocks of the operator guides than it leaves out', () => {
  const guides = globSync('docs/guides/{install-on-one-machine,self-host,upgrade}.md')
  const blocks = guides.flatMap((guide) => readBlocks(readFileSync(guide, 'utf8')))
  expect(guides).toHaveLength(3)
  expect(blocks.filter(({ skipped }) => skipped === undefined).length).toBeGreaterThan(15)
  for (const { skipped, commands } of blocks)
    expect(/docker|systemctl|apt |helm|sudo/.test(commands), commands).toBe(skipped !== undefined)
})
