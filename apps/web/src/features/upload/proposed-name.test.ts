import { CreateReviewBody } from '@wingmark/contract/reviews'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proposedName } from './proposed-name.ts'

const file = (name: string, path = '') => {
  const made = new File(['x'], name)
  Object.defineProperty(made, 'webkitRelativePath', { value: path })
  return made
}

test('proposes the name of the files’ folder, else of the first file', () => {
  expect(proposedName([file('spring_poster-v2.final.png'), file('b.png')])).toBe('spring poster-v2.final')
  expect(proposedName([file('a.png', 'Spring/posters/a.png'), file('b.png', 'Spring/b.png')])).toBe('Spring')
  expect(proposedName([file('a.png', 'Spring/a.png'), file('b.png', 'Autumn/b.png')])).toBe('a')
  expect(proposedName([file('.png')])).toBe('.png')
  expect(proposedName([])).toBe('')
})

test('proposes a valid name or none, whatever the files are called', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const proposed = proposedName([file(`${name}.png`)])
      expect(proposed === '' || CreateReviewBody.shape.name.safeParse(proposed).success).toBe(true)
    }),
  )
})
