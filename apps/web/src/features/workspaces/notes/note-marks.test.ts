import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  nameOfNote,
  notePartsOf,
  toggled,
  withBox,
  withNextBox,
} from '#web/features/workspaces/notes/note-marks'

const note = 'Plan\n- [ ] Ask https://example.test/a\n  * [x] Print\n- [y] none\n- [ ]'

test('finds boxes and web addresses at their positions', () => {
  const found = notePartsOf(note).filter(({ kind }) => kind !== 'text')
  expect(found).toMatchObject([
    { kind: 'box', isTicked: false, of: 'Ask https://example.test/a' },
    { kind: 'link', href: 'https://example.test/a' },
    { kind: 'box', text: '[x]', isTicked: true, of: 'Print' },
    { kind: 'box', isTicked: false, of: '' },
  ])
})

test('a tick changes one character of the text, and another tick restores it', () => {
  const boxes = notePartsOf(note).flatMap((part) => (part.kind === 'box' ? part.at : []))
  const [first = 0] = boxes
  expect(toggled(note, first)).toBe(note.replace('- [ ] Ask', '- [x] Ask'))
  for (const at of boxes) expect(toggled(toggled(note, at), at)).toBe(note)
})

test('the parts of any text make up that text', () => {
  const pieces = fc.constantFrom('- [ ] ', '* [X] ', '\n', 'https://example.test', ' ', 'a', '[', ']', '-')
  fc.assert(
    fc.property(fc.array(pieces), (some) => {
      const text = some.join('')
      const parts = notePartsOf(text)
      expect(parts.map((part) => part.text).join('')).toBe(text)
      for (const part of parts)
        if (part.kind === 'box') expect(text.slice(part.at, part.at + 3)).toBe(part.text)
    }),
  )
})

test('toggles a box on the caret’s line; Enter continues boxes until one is empty', () => {
  expect(withBox({ text: 'One\nTwo', caret: 5 })).toEqual({ text: 'One\n- [ ] Two', caret: 11 })
  expect(withBox({ text: 'One\n- [ ] Two', caret: 11 })).toEqual({ text: 'One\nTwo', caret: 5 })
  expect(withNextBox({ text: '- [x] One', caret: 9 })).toEqual({ text: '- [x] One\n- [ ] ', caret: 16 })
  expect(withNextBox({ text: '- [x] One\n- [ ] ', caret: 16 })).toEqual({ text: '- [x] One\n', caret: 10 })
  expect(withNextBox({ text: 'One', caret: 3 })).toBeNull()
  expect(nameOfNote('\n- [ ] Ask Bo\nmore')).toBe('Ask Bo')
})
